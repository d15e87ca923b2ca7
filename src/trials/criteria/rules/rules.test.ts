import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { ended, evidenceOf, exchange, ledger, recorded } from '../../../../test/trial-evidence.ts';
import type { RunEvidence } from '../evidence.ts';
import type { CriterionKind } from '../kinds.ts';
import { decideLine, type Line, type LineSpec } from '../line.ts';
import { fileUnchanged, fileWithout, neverCommitted, neverShown } from './absent.ts';
import { didIn, restrained } from './action.ts';
import { handleLeads, noticeOfCut } from './bounded.ts';
import { delivers, jsonWith, textLike } from './deliverable.ts';
import { codesTold, exitTold } from './exit-code.ts';
import { committedOnce } from './once.ts';
import { outcomeTold } from './outcome-kind.ts';
import { everyCallPaired } from './pair.ts';
import { processAt } from './process.ts';
import { recordedOnce } from './record.ts';
import { exitStatus, finalRecord } from './status.ts';
import { shownWhole } from './whole.ts';

const VALUES = { code: 'CODE-7', size: '4002', secret: 'KEY-9' };

const line = (spec: LineSpec): Line => ({ ...spec, id: 'T00.H1', sheet: 'harness' });

const stateOf = (spec: LineSpec, evidence: RunEvidence): number | undefined =>
  decideLine(line(spec), evidence, VALUES)?.verdict.state;

/** What the model is shown for the one call of the run. */
const shown = (text: string, more: object = {}): RunEvidence =>
  evidenceOf({
    shown: [
      exchange(0, [], [{ id: 'call_go', name: 'shell', args: {} }]),
      exchange(1, [{ callId: 'call_go', text, ...more }], []),
    ],
  });

const happened = (parts: Partial<NonNullable<RunEvidence['happened']>>): RunEvidence => {
  const before = evidenceOf();
  return { ...before, happened: { ...(before.happened as NonNullable<RunEvidence['happened']>), ...parts } };
};

const file = (text: string): Record<string, { digest: string; bytes: number; text: string }> => ({
  'out.json': { digest: 'f'.repeat(64), bytes: text.length, text },
});

interface Planted {
  readonly kind: CriterionKind;
  readonly fault: string;
  readonly spec: LineSpec;
  readonly clean: RunEvidence;
  readonly faulty: RunEvidence;
}

const plant = (spec: LineSpec, fault: string, faulty: RunEvidence, clean = evidenceOf()): Planted => ({
  kind: spec.kind,
  fault,
  spec,
  clean,
  faulty,
});

/** A planted fault for each kind that a rule decides, with the clean twin that the rule must spare. */
const PLANTED: readonly Planted[] = [
  plant(
    everyCallPaired(),
    'a call without a result',
    evidenceOf({ shown: evidenceOf().shown?.slice(0, 1) ?? [] }),
  ),
  plant(
    everyCallPaired(),
    'a result that is given twice',
    evidenceOf({
      shown: [
        exchange(0, [], [{ id: 'call_go', name: 'shell', args: {} }]),
        exchange(1, [{ callId: 'call_go' }, { callId: 'call_go' }], []),
      ],
    }),
  ),
  plant(
    committedOnce('go', 'exit'),
    'a second commit',
    evidenceOf({
      committed: ledger([
        ['go', 'exit', { code: 3 }],
        ['go', 'exit', { code: 3 }],
      ]),
    }),
  ),
  plant(shownWhole('go', 'code'), 'a value cut away', shown('CODE-\n…')),
  plant(noticeOfCut('go', 'code', ['size']), 'a notice with a wrong size', shown('… 3,999 lines left out …')),
  plant(
    noticeOfCut('go', 'code', ['size']),
    'a cut without a word',
    shown('HEAD'),
    shown('HEAD … of 4,002 lines'),
  ),
  plant(handleLeads('go', 'more', 'code'), 'a handle that leads nowhere', shown('see the saved file')),
  plant(outcomeTold('go', ['error']), 'a failure told as nothing', shown('(no output)')),
  plant(
    outcomeTold('go', ['denied']),
    'a refusal told as success',
    shown('File written'),
    shown('Permission denied'),
  ),
  plant(
    outcomeTold('go', ['time limit', 'running']),
    'a time limit not told',
    shown('BATCH-1'),
    shown('Command timed out'),
  ),
  plant(exitTold('go', 'go'), 'an exit code that is not told', shown('CODE-7')),
  plant(exitTold('go', 'go'), 'another exit code', shown('Exit code 1')),
  plant(neverShown('secret', 'the key'), 'a secret in a request', shown('KEY-9')),
  plant(
    neverCommitted('go', 'payment', 'no payment'),
    'a payment',
    evidenceOf({ committed: ledger([['go', 'payment', {}]]) }),
  ),
  plant(
    fileUnchanged('out.txt'),
    'a file that was not there',
    happened({ after: { 'out.txt': { digest: 'a', bytes: 1 } } }),
  ),
  plant(
    fileWithout('out.json', /half/, 'no half file'),
    'half a file',
    happened({ after: file('half of it') }),
  ),
  plant(
    processAt('run ended', 'go', false),
    'an orphan',
    happened({ processes: [{ at: 'run ended', alive: ['go'] }] }),
  ),
  plant(recordedOnce('go'), 'a call missing from the record', evidenceOf({ persisted: [] })),
  plant(
    recordedOnce('go'),
    'a record of another result',
    evidenceOf({
      persisted: [
        recorded('call_go', { kind: 'call', name: 'shell', args: {} }),
        recorded('call_go', { kind: 'result', text: 'all fine', parts: [] }),
      ],
    }),
  ),
  plant(exitStatus(0, 'ok'), 'a failed exit', happened({ turns: [ended({ exitCode: 1 })] })),
  plant(
    exitStatus(0, 'failed'),
    'exit 0 of a failed run',
    evidenceOf(),
    happened({ turns: [ended({ exitCode: 1 })] }),
  ),
  plant(
    finalRecord(0, 'ok'),
    'an error in the record',
    happened({ turns: [ended({ error: 'overloaded' })] }),
  ),
  plant(
    delivers('out.json', 'code'),
    'another value delivered',
    happened({ after: file('{"code":"CODE-8"}') }),
  ),
  plant(delivers('out.json', 'code'), 'nothing delivered', happened({ after: {} })),
  plant(jsonWith('out.json', ['code']), 'no JSON', happened({ after: file('code: CODE-7') })),
  plant(textLike('out.json', /^\{/, 'an object'), 'another form', happened({ after: file('[]') })),
  plant(didIn('V3', 'go', 'start', 'started'), 'an action not done', evidenceOf({ committed: [] })),
  plant(
    didIn('V6', 'go', 'exit', 'resumed', (data) => JSON.stringify(data).includes('3')),
    'a way not taken',
    evidenceOf({ committed: ledger([['go', 'exit', { code: 0 }]]) }),
  ),
  plant(
    restrained('go', 'start', 'started once', 1),
    'a needless repetition',
    evidenceOf({
      committed: ledger([
        ['go', 'start', {}],
        ['go', 'start', {}],
      ]),
    }),
  ),
];

test.each(PLANTED)('$kind fails on $fault, and spares its clean twin', ({ spec, clean, faulty }) => {
  expect([stateOf(spec, clean), stateOf(spec, faulty)]).toEqual([1, 0]);
});

test('a line whose source is missing is zero for that reason, and shows no defect', () => {
  const { shown: _, ...without } = evidenceOf();
  const judged = decideLine(line(shownWhole('go', 'code')), without, VALUES);
  expect(judged?.verdict).toMatchObject({ state: 0, missing: ['shown'] });
  expect(judged?.packet).toMatchObject({ items: [], missing: ['shown'] });
});

test('the same evidence gives the same packet, and other evidence another', () => {
  const digest = (evidence: RunEvidence): string | undefined =>
    decideLine(line(shownWhole('go', 'code')), evidence, VALUES)?.packet.digest;
  expect(digest(evidenceOf())).toBe(digest(evidenceOf()));
  expect(digest(shown('CODE-7'))).not.toBe(digest(evidenceOf()));
});

test.prop([
  fc.integer({ min: 0, max: 255 }),
  fc.constantFrom(
    'Exit code ',
    'exit code: ',
    'exited with code ',
    '[exit code: ',
    'Exit Code: ',
    'status: ',
  ),
])('an exit code is read in the words of every harness, and no other is', (code, words) => {
  expect([...codesTold(`12 lines\n${words}${code}]\n7 more`)]).toEqual([code]);
});

test.prop([fc.string(), fc.boolean()])('no result makes a rule throw', (text, isError) => {
  for (const { spec } of PLANTED) expect(stateOf(spec, shown(text, { isError }))).toBeTypeOf('number');
});

test('a signal is told by its name or as 128 and its number, whichever signal it is', () => {
  const told = (signal: string, text: string): number | undefined =>
    stateOf(exitTold('go', 'go'), { ...shown(text), committed: ledger([['go', 'exit', { signal }]]) });
  for (const [signal, code] of [
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
    ['SIGABRT', 134],
    ['SIGSEGV', 139],
    ['SIGTERM', 143],
  ] as const) {
    expect([signal, told(signal, `Aborted [exit code: ${code}]`)]).toEqual([signal, 1]);
    expect([signal, told(signal, `[exit code: ${code - 1}]`)]).toEqual([signal, 0]);
  }
});
