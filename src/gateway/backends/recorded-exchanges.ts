import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import { type BoundaryRecord, BoundaryRecordSchema } from '../../trace/wire/boundary-record.ts';
import { BOUNDARY_FILE, blobFile } from '../log/folder-log.ts';

const damaged = (folder: string, line: number, what: string, cause?: unknown): MeasurandError =>
  new MeasurandError('boundary-damaged', what, {
    file: join(folder, BOUNDARY_FILE),
    record: line,
    next: 'Record the run again',
    cause,
  });

function recordOf(text: string, folder: string, line: number): BoundaryRecord {
  try {
    return BoundaryRecordSchema.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(folder, line, 'the line is not a measurand.boundary/1 record', error);
  }
}

/** Bytes of a recorded body. @throws MeasurandError `boundary-damaged` where they are absent or not those of the digest */
export async function recordedBlob(folder: string, digest: string, line: number): Promise<Buffer> {
  let bytes: Buffer;
  try {
    bytes = await readFile(blobFile(folder, digest));
  } catch (error) {
    throw damaged(folder, line, `the blob ${digest} cannot be read`, error);
  }
  if (sha256(bytes) === digest) return bytes;
  throw damaged(folder, line, `the blob ${digest} does not hold the bytes of its digest`);
}

/** Records of a boundary log in the order of their arrival. @throws MeasurandError `no-boundary`, `boundary-damaged` */
export async function recordedExchanges(
  folder: string,
): Promise<readonly { readonly record: BoundaryRecord; readonly line: number }[]> {
  const file = join(folder, BOUNDARY_FILE);
  if (!existsSync(file)) {
    throw new MeasurandError('no-boundary', 'the folder holds no boundary log', {
      file: folder,
      next: 'Give a folder that measurand gateway --record wrote',
    });
  }
  const records: { record: BoundaryRecord; line: number }[] = [];
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    records.push({ record: recordOf(text, folder, line), line });
  }
  return records.sort((a, b) => a.record.arrival - b.record.arrival);
}
