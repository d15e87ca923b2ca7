import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { LineSplitter } from './line-splitter.ts';
import { objectText, type RawJson, rawMember } from './raw-json.ts';

const text = (line: unknown): string => Buffer.from(line as Uint8Array).toString('utf8');

function split(bytes: Uint8Array, cuts: readonly number[], most?: number): string[] {
  const splitter = new LineSplitter(most);
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at
    .slice(1)
    .flatMap((end, i) =>
      splitter.push(bytes.subarray(at[i], end)).map((line) => (line === 'too-long' ? line : text(line))),
    );
}

const line = fc.string({ unit: 'grapheme' }).map((value) => value.replaceAll(/[\r\n]/g, ' '));

verifies('bridge.lines.line-feed-only', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(line, fc.constantFrom('\u2028', '\u2029', '\u0085', '\u000b'))),
      fc.array(fc.nat()),
      fc.boolean(),
      (lines, cuts, crlf) => {
        const bytes = Buffer.from(lines.map((each) => each + (crlf ? '\r\n' : '\n')).join(''));
        expect(split(bytes, cuts)).toEqual(lines);
      },
    ),
  );
});

test.prop([fc.array(fc.nat({ max: 40 })), fc.array(fc.nat())])(
  'a line past the limit is reported once and its neighbours are kept, wherever the bytes are cut',
  (lengths, cuts) => {
    const bytes = Buffer.from(lengths.map((length) => `${'x'.repeat(length)}\n`).join(''));
    expect(split(bytes, cuts, 20)).toEqual(
      lengths.map((length) => (length > 20 ? 'too-long' : 'x'.repeat(length))),
    );
  },
);

test('an unfinished line is known to be one', () => {
  const splitter = new LineSplitter();
  splitter.push(Buffer.from('{"id":1}\n{"id"'));
  expect(splitter.unfinished).toBe(true);
  splitter.push(Buffer.from(':2}\n'));
  expect(splitter.unfinished).toBe(false);
});

const json = fc.jsonValue();

test.prop([fc.dictionary(fc.string(), json), fc.string(), json, fc.constantFrom(undefined, 1, 2)])(
  'rawMember finds the text of a member among any others, whatever the white space',
  (others, name, value, indent) => {
    const whole = JSON.stringify({ ...others, [name]: value }, null, indent);
    expect(JSON.stringify(rawMember(whole, [name])?.value)).toBe(JSON.stringify(JSON.parse(whole)[name]));
  },
);

test('rawMember takes the last of two members of one name, as JSON.parse does', () => {
  expect(rawMember('{"a":1,"b":2, "a" : [3.0] }', ['a'])?.text).toBe('[3.0]');
  expect(rawMember('[1]', ['a'])).toBeUndefined();
});

verifies('bridge.submissions.verbatim', () => {
  const reply = '{"id":1,"ok":{"submission":{"x":5.0,"y":1e2,"z":12345678901234567890},"sites":1}}';
  const submission = rawMember(reply, ['ok', 'submission']) as RawJson;
  expect(submission.text).toBe('{"x":5.0,"y":1e2,"z":12345678901234567890}');
  expect(objectText({ task: 't', submission })).toBe(`{"task":"t","submission":${submission.text}}`);
});
