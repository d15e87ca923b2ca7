import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { mapAnswer } from '../../../test/samples/proposals.ts';
import { targetCard } from '../../audit/bridge/card.ts';
import { proposedMap } from '../../audit/bridge/ownership.ts';
import { databaseBenchmark } from '../../audit/mutants/database-benchmark.ts';
import { probePlain } from '../../audit/mutants/in-process-target.ts';
import { type HarnessRow, rightIn } from '../../audit/propose/measure.ts';
import { confirmProposal, type Proposal, seal } from '../../audit/propose/proposal.ts';
import { referenceHarnesses, SCRIPTED } from '../../audit/propose/references.ts';
import { auditTarget } from '../bridge/audit-target.ts';
import { proposeOwnership, proposeProbes } from './layers.ts';
import { measureProposals } from './measure.ts';
import { confirmProposalFile, readProposalFile, writeProposalFile } from './proposal-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'measurand-propose-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ROOT = resolve(import.meta.dirname, '../../..');
const SCRIPT = SCRIPTED.model;
const FROM_SCRIPT = { model: SCRIPT, replay: SCRIPTED.recording, environment: {} };
const SHAPE = {
  scorer: `${join(ROOT, 'data/propose/scorers/shape.mjs')}#score`,
  cases: join(ROOT, 'data/propose/scorers/records.jsonl'),
};

verifies('propose.measure.fifteen', () => {
  const rows = (change: Parameters<typeof mapAnswer>[2] | null): HarnessRow[] =>
    referenceHarnesses().map(({ id, truth }) => ({
      harness: id,
      truth: { ...truth },
      answers: [
        change === null && id === 'slim'
          ? null
          : Object.fromEntries(
              mapAnswer(id, 'harness.mjs', id === 'full' ? (change ?? {}) : {}).decisions.map(
                ({ decision, owner }) => [decision, owner],
              ),
            ),
      ],
      refused: [],
    }));
  expect(rightIn(rows({}), 0)).toBe(15);
  expect(rightIn(rows({ retry: 'model', dedup: 'shared' }), 0)).toBe(13);
  expect(rightIn(rows(null), 0)).toBe(10);
  expect(rightIn(rows({}), 1)).toBe(0);
});

verifies('propose.measure.recorded', async () => {
  const measure = await measureProposals();
  expect(measure.model).toEqual({ id: SCRIPT, answeredBy: 'script' });
  expect(measure.origin).toEqual({ answers: 'recording', recording: 'script.recording.jsonl' });
  expect(measure.discovery).toMatchObject({ runs: 3, decisions: 15, right: [15, 14, 10] });
  expect(measure.discovery.rows.map(({ refused }) => refused.map(({ run }) => run))).toEqual([[], [], [2]]);
  expect(measure.kinds).toMatchObject({ scorers: 3, right: 3 });
  expect(measure.coverage).toEqual({ battery: 20, covered: 15 });
  const small = await measureProposals({
    model: 'local:gemma-3-270m-q4_k_m.gguf',
    replay: join(ROOT, 'docs/proofs/propose-local.recording.jsonl'),
    tokens: 512,
    environment: {},
  });
  expect(small.model.answeredBy).toBe('language model');
  expect(small).toMatchObject({
    discovery: { right: [0, 0, 0] },
    kinds: { right: 0 },
    coverage: { covered: 0 },
  });
  expect(small.kinds.rows.map(({ why }) => why)).toEqual(
    Array(3).fill(expect.stringContaining('cut at 512 tokens')),
  );
});

verifies('propose.probes.executed', async () => {
  const { body, status } = await proposeProbes({ ...FROM_SCRIPT, ...SHAPE });
  expect(status).toBe('proposed');
  const { content } = body;
  if (content.kind !== 'probes') throw new TypeError(content.kind);
  const outcome = Object.fromEntries(content.outcomes.map((each) => [each.id, each]));
  // What this scorer cannot see: a wrong value. What it grades all the same: a count that is misreported.
  expect(outcome['invented']).toMatchObject({
    scored: 2,
    expected: 2,
    classes: ['items-missing', 'all-invented'],
  });
  expect(outcome['other-value']).toMatchObject({ scored: 2, expected: 0, example: { correct: 1, score: 1 } });
  expect(outcome['miscounted']).toMatchObject({
    scored: 2,
    expected: 0,
    example: { correct: 1, score: 0.75 },
  });
  expect(content.coverage).toMatchObject({ battery: 7, missed: ['reversed'] });
});

test('a proposal from a recording is the same, to its digest, whenever it is made', async () => {
  const files = [join(ROOT, 'data/propose/harnesses/full.mjs')];
  const [first, again] = [
    await proposeOwnership({ ...FROM_SCRIPT, files }),
    await proposeOwnership({ ...FROM_SCRIPT, files }),
  ];
  expect(again).toEqual(first);
  const asked = proposeOwnership({ ...FROM_SCRIPT, files, decisions: ['retry'] });
  await expect(asked).rejects.toMatchObject({ code: 'not-recorded' });
});

const mapOf = (id: 'full' | 'slim', verdict: 'pass' | 'fail' = 'pass'): Proposal =>
  seal(
    {
      content: { kind: 'ownership', decisions: mapAnswer(id).decisions },
      model: { id: SCRIPT, answeredBy: 'script' },
      question: '0'.repeat(64),
      answer: '0'.repeat(64),
      sources: [],
      checks: [{ id: 'grounded', verdict, says: '' }],
    },
    { answers: 'asked', recording: null },
  );

async function cardWith(proposal: Proposal) {
  const plain = databaseBenchmark();
  const { measurements } = await probePlain(plain, { ownership: proposedMap(proposal) });
  const document = { profiles: { [plain.name]: { measurements } } };
  const card = targetCard(
    { measurements, again: 'a test' },
    document,
    `profiles[${plain.name}].measurements`,
  );
  return { ...card.items.ownership, missing: card.missingDecisions };
}

verifies('propose.card.no-pass', async () => {
  const proposed = await cardWith(mapOf('slim'));
  expect(proposed).toMatchObject({ verdict: 'not-probed', missing: [] });
  expect(proposed.annotation).toBe(`map proposed by ${SCRIPT}, a script; nobody has confirmed it`);
  const confirmed = await cardWith(confirmProposal(mapOf('slim'), 'Ada Lovelace'));
  expect(confirmed.verdict).toBe('not-probed');
  expect(confirmed.annotation).toBe(`map proposed by ${SCRIPT}, a script; confirmed by Ada Lovelace`);
  expect(confirmed.evidence.map(({ origin }) => origin)).toEqual(['quoted']);
});

test('a confirmed map names the decisions to return, and a proposed one asks nobody to repair anything', async () => {
  expect((await cardWith(mapOf('full'))).missing).toEqual([]);
  const confirmed = await cardWith(confirmProposal(mapOf('full'), 'Ada Lovelace'));
  expect(confirmed.missing).toEqual(['retry', 'dedup', 'totals', 'pagination', 'submission']);
});

test('an audit takes no map that was rejected, and none beside a map that the target itself shows', async () => {
  const file = join(folder, 'map.json');
  writeProposalFile(file, mapOf('full', 'fail'));
  await expect(auditTarget({ ...SHAPE, ownership: file })).rejects.toMatchObject({
    code: 'invalid-proposal',
  });
  const own = { levels: ['act'], decisions: [], confirmed_by: null };
  const both = probePlain(
    { ...databaseBenchmark(), ownership: own },
    { ownership: proposedMap(mapOf('full')) },
  );
  await expect(both).rejects.toMatchObject({ code: 'ownership-executed' });
});

test('the file of a proposal is written whole, and confirmed in its place', () => {
  const file = join(folder, 'confirmed.json');
  writeProposalFile(file, mapOf('full'));
  expect(confirmProposalFile(file, 'Ada Lovelace')).toMatchObject({ status: 'confirmed' });
  expect(readProposalFile(file).confirmation?.by).toBe('Ada Lovelace');
});

test('a file that was changed, or is none, is refused with a code', () => {
  const file = join(folder, 'changed.json');
  writeProposalFile(file, mapOf('full'));
  const text = readFileSync(file, 'utf8');
  const tries = [
    [text.replace('"owner": "scaffold"', '"owner": "model"'), 'proposal-altered'],
    [text.slice(0, -10), 'not-json'],
    ['{}', 'invalid-proposal'],
  ] as const;
  for (const [changed, code] of tries) {
    writeFileSync(file, changed);
    expect(() => readProposalFile(file)).toThrow(expect.objectContaining({ code }));
  }
  expect(() => readProposalFile(join(folder, 'none.json'))).toThrow(
    expect.objectContaining({ code: 'unreadable' }),
  );
});
