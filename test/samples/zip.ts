import { crc32, deflateRawSync } from 'node:zlib';

/** A file for a zip archive of a test. What is not given is what an honest archive says. */
export interface ZipFile {
  readonly name: string;
  readonly content: Buffer | string;
  readonly method?: number;
  /** Packed bytes, for a method that is not known here. */
  readonly packed?: Buffer;
  readonly declaredSize?: number;
  readonly crc?: number;
  readonly flags?: number;
}

function headers(file: ZipFile, offset: number): { local: Buffer; listed: Buffer } {
  const content = Buffer.from(file.content);
  const method = file.method ?? 8;
  const packed = file.packed ?? (method === 8 ? deflateRawSync(content) : content);
  const name = Buffer.from(file.name);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(45, 0);
  shared.writeUInt16LE(file.flags ?? 0, 2);
  shared.writeUInt16LE(method, 4);
  shared.writeUInt32LE(file.crc ?? crc32(content), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(file.declaredSize ?? content.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared, name, packed]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const listed = Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([45, 0]), shared, rest, name]);
  return { local, listed };
}

/** A zip archive in memory. */
export function zipOf(files: readonly ZipFile[]): Buffer {
  let offset = 0;
  const parts = files.map((file) => {
    const own = headers(file, offset);
    offset += own.local.length;
    return own;
  });
  const directory = Buffer.concat(parts.map(({ listed }) => listed));
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts.map(({ local }) => local), directory, end]);
}
