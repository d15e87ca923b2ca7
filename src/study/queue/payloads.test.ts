import { deflateRawSync } from 'node:zlib';
import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { sampleCell } from '../../../test/samples/cells.ts';
import { sampleEpisode } from '../../../test/samples/episodes.ts';
import { episodeId } from '../../archive/episode-digests.ts';
import { sha256 } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import { type Answer, decodeAnswer, encodeAnswer } from './answer.ts';
import { jobOf, readJob } from './job.ts';
import { jobId, studyKey } from './names.ts';

const SETUP = { scorers: ['truth'], keepTraces: false };
const CELLS = [0, 1, 2].map((seed) => sampleCell({ seed }));
const STUDY = studyKey(CELLS, SETUP);

test('a job is read as it was written, and under no other id', () => {
  for (const cell of CELLS) {
    const job = jobOf(STUDY, cell, SETUP);
    const copy: unknown = JSON.parse(JSON.stringify(job));
    expect(readJob(copy, jobId(STUDY, episodeId(cell)))).toEqual(job);
    expect(() => readJob(copy, jobId(STUDY, 'a'.repeat(64)))).toThrow(
      expect.objectContaining({ code: 'invalid-job' }),
    );
  }
});

test('a study has one name in any order of its plan, and another with other episodes, scorers or traces', () => {
  expect(studyKey([...CELLS].reverse(), SETUP)).toBe(STUDY);
  const others = [
    studyKey(CELLS.slice(1), SETUP),
    studyKey(CELLS, { ...SETUP, scorers: ['shape-judge'] }),
    studyKey(CELLS, { ...SETUP, keepTraces: true }),
  ];
  expect(new Set([STUDY, ...others]).size).toBe(4);
});

const text = 'a submission with a lone \uD800 surrogate and Zürich \u{1F600}';
const record = sampleEpisode(3, { submission: { 'data.jsonl': sha256(text) } });
const ANSWERS = [
  { format: 'measurand.answer/1', type: 'episode', record, blobs: { [sha256(text)]: text } },
  {
    format: 'measurand.answer/1',
    type: 'aside',
    episode: record.id,
    code: 'poison-episode',
    message: 'five times',
  },
  { format: 'measurand.answer/1', type: 'stop', kind: 'input', code: 'provider-access', message: 'the key' },
] as unknown as readonly Answer[];

test('an answer is read as it was written', () => {
  for (const answer of ANSWERS) expect(decodeAnswer(encodeAnswer(answer))).toEqual(answer);
});

property.prop([fc.constantFrom(...ANSWERS), fc.nat(), fc.integer({ min: 0, max: 7 })])(
  'an answer with a flipped bit is refused, or says the same, or is about another reason',
  (answer, at, bit) => {
    const bytes = encodeAnswer(answer);
    const place = at % bytes.length;
    bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << bit), place);
    let read: Answer;
    try {
      read = decodeAnswer(bytes);
    } catch (error) {
      expect(error).toBeInstanceOf(MeasurandError);
      return;
    }
    if (read.type === 'episode') expect(read.record.id).toBe(record.id);
    else expect(read.type).toBe(answer.type);
  },
);

property.prop([fc.json({ maxDepth: 4 })])(
  'JSON from anywhere is no job and no answer, and breaks nothing',
  (json) => {
    const value: unknown = JSON.parse(json);
    expect(() => readJob(value, 'some-id')).toThrow(MeasurandError);
    expect(() => decodeAnswer(deflateRawSync(json))).toThrow(MeasurandError);
  },
);

property.prop([fc.uint8Array({ maxLength: 200 })])('bytes from anywhere are no answer', (bytes) => {
  expect(() => decodeAnswer(Buffer.from(bytes))).toThrow(MeasurandError);
});

test('an answer that unpacks to more than any episode is refused, here and where it is made', () => {
  const bomb = deflateRawSync(Buffer.alloc(65 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(() => decodeAnswer(bomb)).toThrow(expect.objectContaining({ code: 'invalid-answer' }));
  const large = { ...ANSWERS[1], message: 'x'.repeat(65 * 1024 * 1024) } as Answer;
  expect(() => encodeAnswer(large)).toThrow(expect.objectContaining({ code: 'episode-too-large' }));
});
