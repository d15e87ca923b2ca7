/** A part of a streamed body. */
export interface Piece {
  readonly text: string;
  /** Whether a tool call is whole once this piece has arrived. */
  readonly completesCall?: true;
}

/** Creation time in replies, seconds since 1970. It stands still, so that the same run gives the same bytes. */
export const CREATED = 1_767_225_600;

const FRAGMENT = 1024;

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Text in fragments as a model streams it, none of which ends within a character. */
export function* fragments(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + FRAGMENT, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

/** An event of `text/event-stream`. */
export const sse = (data: string, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`;

const SLOT = 'measurand-raw-arguments-';

/** Stands in a JSON value where bytes that may not be JSON are to go. */
export const rawSlot = (index: number): string => `${SLOT}${index}`;

/** JSON of a value, with the bytes of each slot in its place. */
export function withRaw(value: unknown, raws: readonly string[]): string {
  let text = JSON.stringify(value);
  raws.forEach((raw, i) => {
    // A function, since `$` means something in a replacement text.
    text = text.replace(JSON.stringify(rawSlot(i)), () => raw);
  });
  return text;
}
