import type { ComtradeRecord } from './records.ts';

const NET_WEIGHT = Buffer.from(', "netWeight": ');
const QTY = Buffer.from(', "qty": ');
const RECORD_ID = Buffer.from(', "record_id": "');
const CLOSING = Buffer.from('"}\n');

/** Bytes of a written record beyond its opening and its id, at most: three integers below 2^31 and the names. */
export const RECORD_OVERHEAD = 3 * 10 + NET_WEIGHT.length + QTY.length + RECORD_ID.length + CLOSING.length;

function writePiece(buffer: Uint8Array, at: number, piece: Uint8Array): number {
  for (let i = 0; i < piece.length; i += 1) buffer[at + i] = piece[i] as number;
  return at + piece.length;
}

/** @param value an integer from 0 to 2^31 - 1 */
function writeInteger(buffer: Uint8Array, at: number, value: number): number {
  let end = at + 1;
  for (let bound = 10; value >= bound; bound *= 10) end += 1;
  let rest = value;
  for (let place = end - 1; place >= at; place -= 1) {
    const tenth = (rest / 10) | 0;
    buffer[place] = 0x30 + rest - 10 * tenth;
    rest = tenth;
  }
  return end;
}

/** Undefined for a text that JSON cannot carry as it is, or not in ASCII. */
function writePlain(buffer: Uint8Array, at: number, text: string): number | undefined {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return undefined;
    buffer[at + i] = code;
  }
  return at + text.length;
}

/**
 * Writes a record as one line of a data file. Text built by concatenation is a tree of its pieces, and copying that out
 * costs more than writing the bytes in the first place.
 *
 * @param opening the line up to and with `"tradeValue": `
 * @returns the offset after the line feed; undefined, with nothing worth keeping written, when the id needs escaping
 */
export function writeRecord(
  buffer: Uint8Array,
  from: number,
  opening: Uint8Array,
  row: ComtradeRecord,
): number | undefined {
  buffer.set(opening, from);
  let at = writeInteger(buffer, from + opening.length, row.tradeValue);
  at = writePiece(buffer, at, NET_WEIGHT);
  at = writeInteger(buffer, at, row.netWeight);
  at = writePiece(buffer, at, QTY);
  at = writeInteger(buffer, at, row.qty);
  at = writePiece(buffer, at, RECORD_ID);
  const end = writePlain(buffer, at, row.record_id);
  return end === undefined ? undefined : writePiece(buffer, end, CLOSING);
}
