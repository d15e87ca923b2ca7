import { isUtf8 } from 'node:buffer';
import { PythonError } from './errors.ts';
import { lengthOf } from './text.ts';

interface Fault {
  readonly at: number;
  /** Bytes that belong to the fault, at least 1. */
  readonly length: number;
  readonly reason: string;
}

/** Bytes that a sequence with this first byte has; 0 for a byte that starts none. */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** Where the second byte must lie, by the first: no overlong form, no surrogate, nothing past U+10FFFF. */
function secondByteRange(first: number): readonly [number, number] {
  if (first === 0xe0) return [0xa0, 0xbf];
  if (first === 0xed) return [0x80, 0x9f];
  if (first === 0xf0) return [0x90, 0xbf];
  return first === 0xf4 ? [0x80, 0x8f] : [0x80, 0xbf];
}

function faultAt(bytes: Uint8Array, at: number): Fault | undefined {
  const first = bytes[at] as number;
  const length = sequenceLength(first);
  if (length === 0) return { at, length: 1, reason: 'invalid start byte' };
  for (let k = 1; k < length; k += 1) {
    const byte = bytes[at + k];
    if (byte === undefined) return { at, length: k, reason: 'unexpected end of data' };
    const [least, most] = k === 1 ? secondByteRange(first) : [0x80, 0xbf];
    if (byte < least || byte > most) return { at, length: k, reason: 'invalid continuation byte' };
  }
  return undefined;
}

function nextFault(bytes: Uint8Array, from: number): Fault | undefined {
  let at = from;
  while (at < bytes.length) {
    const fault = faultAt(bytes, at);
    if (fault) return fault;
    at += sequenceLength(bytes[at] as number);
  }
  return undefined;
}

const textOf = (bytes: Uint8Array, from: number, to: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');

/**
 * `bytes.decode('utf-8')`.
 *
 * @throws PythonError `UnicodeDecodeError`; positions count from the first byte
 */
export function decodeUtf8(bytes: Uint8Array): string {
  const fault = isUtf8(bytes) ? undefined : nextFault(bytes, 0);
  if (!fault) return textOf(bytes, 0, bytes.length);
  const { at, length, reason } = fault;
  const what =
    length === 1
      ? `byte 0x${(bytes[at] as number).toString(16).padStart(2, '0')} in position ${at}`
      : `bytes in position ${at}-${at + length - 1}`;
  throw new PythonError('UnicodeDecodeError', `'utf-8' codec can't decode ${what}: ${reason}`);
}

/** `bytes.decode('utf-8', errors='ignore')`: bytes that are no UTF-8 are left out. */
export function decodeUtf8Ignoring(bytes: Uint8Array): string {
  let text = '';
  let from = 0;
  let fault = isUtf8(bytes) ? undefined : nextFault(bytes, 0);
  while (fault) {
    text += textOf(bytes, from, fault.at);
    from = fault.at + fault.length;
    fault = nextFault(bytes, from);
  }
  return text + textOf(bytes, from, bytes.length);
}

const LONE_SURROGATES = /\p{Surrogate}+/u;

/** Node has it since 20; the ES2023 typings do not. */
const isWellFormed = (text: string): boolean =>
  (text as unknown as { isWellFormed(): boolean }).isWellFormed();

/**
 * Refuses text that no UTF-8 file can hold.
 *
 * @throws PythonError `UnicodeEncodeError` for a surrogate without its other half
 */
export function requireEncodable(text: string): void {
  const found = isWellFormed(text) ? null : LONE_SURROGATES.exec(text);
  if (!found) return;
  const at = lengthOf(text.slice(0, found.index));
  const [{ length }] = found;
  const what =
    length === 1
      ? `character '\\u${found[0].charCodeAt(0).toString(16)}' in position ${at}`
      : `characters in position ${at}-${at + length - 1}`;
  throw new PythonError('UnicodeEncodeError', `'utf-8' codec can't encode ${what}: surrogates not allowed`);
}
