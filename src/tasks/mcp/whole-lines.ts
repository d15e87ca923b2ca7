import { MeasurandError } from '../../core/errors.ts';

const NEWLINE = 10;

/**
 * Cuts a byte stream at line ends: each piece holds whole lines only, so that whoever parses them never copies a long
 * line again for every chunk of it. A last line without an end gets one.
 *
 * @throws MeasurandError `oversized-message` as soon as a line is longer than `most` bytes
 */
export async function* wholeLines(input: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  const check = (bytes: number): void => {
    if (bytes <= most) return;
    throw new MeasurandError('oversized-message', `a message is longer than ${most} bytes`, {
      next: 'Send less in one message; the chunked protocol takes a submission in parts',
    });
  };
  for await (const chunk of input) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0) {
      check(length + chunk.indexOf(NEWLINE));
      yield Buffer.concat([...parts, chunk.subarray(0, end)]);
      parts = [];
      length = 0;
    }
    if (end < chunk.length) {
      parts.push(chunk.subarray(end));
      length += chunk.length - end;
      check(length);
    }
  }
  if (length > 0) yield Buffer.concat([...parts, Buffer.from('\n')]);
}
