import { closeSync, openSync } from 'node:fs';
import { type ChainLine, chainStart, readLine } from '../../archive/chain.ts';
import { logLines } from '../../archive/log-lines.ts';
import { MeasurandError } from '../../core/errors.ts';
import { CHAIN_NAME, RECORDING_FORMAT, RecordingLine } from './format.ts';

export interface ReadRecordingLine {
  readonly line: RecordingLine;
  /** 1-based. */
  readonly number: number;
  /** Bytes of the file up to and with this line. */
  readonly end: number;
  /** What the next line chains to. */
  readonly digest: string;
}

export function corruptRecording(file: string, line: number, what: string): MeasurandError {
  return new MeasurandError('recording-corrupt', what, {
    kind: 'failed',
    file,
    record: `line ${line}`,
    next: 'Take the recording from a copy, or record again',
  });
}

function parse(file: string, number: number, text: string): RecordingLine {
  const read = RecordingLine.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw corruptRecording(
    file,
    number,
    `is no line of a recording: ${issue?.path.join('.')} ${issue?.message}`,
  );
}

function checkPlace(file: string, number: number, line: RecordingLine): void {
  if (number === 1 && line.kind !== 'recording') {
    throw corruptRecording(file, number, `does not begin with the format ${RECORDING_FORMAT}`);
  }
  if (number > 1 && line.kind === 'recording')
    throw corruptRecording(file, number, 'begins a second recording');
}

function linked(file: string, number: number, bytes: Buffer, previous: string): ChainLine {
  const read = readLine(bytes);
  if (typeof read === 'string') throw corruptRecording(file, number, `the line ${read}`);
  if (read.previous !== previous) throw corruptRecording(file, number, 'does not follow the line before it');
  return read;
}

function opened(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (cause) {
    throw new MeasurandError('unreadable', `cannot be read: ${(cause as Error).message}`, { file, cause });
  }
}

/**
 * The lines of a recording, each checked against its digest and the line before it, in bounded memory.
 *
 * @param torn called for a last line without a line end, which then counts as absent; without it such a line is refused
 * @throws MeasurandError `unreadable`, `recording-corrupt` naming the line
 */
export function* recordingLines(file: string, torn?: () => void): Iterable<ReadRecordingLine> {
  const fd = opened(file);
  let digest = chainStart(CHAIN_NAME);
  let number = 0;
  try {
    for (const { bytes, offset, ended } of logLines(fd, file, 0)) {
      number += 1;
      if (!ended) {
        if (!torn) throw corruptRecording(file, number, 'is cut off');
        torn();
        return;
      }
      const read = linked(file, number, bytes, digest);
      const line = parse(file, number, read.record.toString());
      checkPlace(file, number, line);
      digest = read.digest;
      yield { line, number, end: offset + bytes.length + 1, digest };
    }
    if (number === 0 && !torn) throw corruptRecording(file, 1, 'holds nothing');
  } catch (error) {
    if (!(error instanceof MeasurandError) || error.code !== 'archive-corrupt') throw error;
    throw corruptRecording(file, number + 1, 'holds more bytes than a line can have');
  } finally {
    closeSync(fd);
  }
}
