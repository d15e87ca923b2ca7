import type { TargetAudit } from '../../audit/bridge/document.ts';
import type { BridgeMeasurements, EditOutcome } from '../../audit/bridge/measurements.ts';

/**
 * One item of the Agentic Benchmark Checklist, by the number that its published assessments use
 * (uiuc-kang-lab/agentic-benchmarks, assessments). No score where nothing that was executed speaks to it.
 */
export interface AbcItem {
  readonly id: string;
  /** What the item is about, in our words. */
  readonly about: string;
  readonly score: 0 | 1 | null;
  readonly reason: string;
}

type Answer = Pick<AbcItem, 'score' | 'reason'>;

const UNASKED: Answer = { score: null, reason: 'not probed' };

type Rows = readonly (readonly [string, EditOutcome])[];

const rowsOf = ({ kernel }: BridgeMeasurements, ids: readonly string[]): Rows =>
  Object.entries(kernel).filter(([id, { tried }]) => ids.includes(id) && tried > 0);

const counts = (rows: Rows): string =>
  rows.map(([id, { accepted, tried }]) => `${id} ${accepted}/${tried} accepted`).join(', ');

/** Scores 1 when no edit that makes work worse is accepted, with `same` when none that changes nothing is refused. */
function byEdits(rows: Rows, want: 'refused' | 'accepted'): Answer {
  if (rows.length === 0) return UNASKED;
  const right = rows.every(([, { accepted, tried }]) =>
    want === 'refused' ? accepted === 0 : accepted === tried,
  );
  return { score: right ? 1 : 0, reason: counts(rows) };
}

/** Words around an answer that is right. */
const REDUNDANT = ['full_stop', 'sentence', 'announced', 'in_quotes', 'other_output'];
const LISTED = ['candidates_listed', 'candidates_after', 'entity_added'];

const equivalent = (measured: BridgeMeasurements): Rows =>
  Object.entries(measured.kernel).filter(
    ([id, { label, tried }]) => label === 'equivalent' && tried > 0 && !REDUNDANT.includes(id),
  );

function floor({ nullFloor, target }: BridgeMeasurements, kinds: readonly string[]): Answer {
  const { tried, above } = nullFloor;
  if (tried === 0 || !kinds.includes(target.submission)) return UNASKED;
  return { score: above === 0 ? 1 : 0, reason: `doing nothing passes ${above} of ${tried} tasks` };
}

function judge({ judge: asked }: BridgeMeasurements, probes: readonly string[]): Answer {
  const rows = Object.entries(asked?.probes ?? {}).filter(
    ([id, { tried }]) => probes.includes(id) && tried > 0,
  );
  if (rows.length === 0) return UNASKED;
  const failed = rows.some(([, row]) => row.failed > 0);
  return {
    score: failed ? 0 : 1,
    reason: rows.map(([id, row]) => `${id} ${row.failed}/${row.tried} failed`).join(', '),
  };
}

function again({ replay }: BridgeMeasurements): Answer {
  const { sameProcess, freshProcess } = replay;
  if (sameProcess.tried + freshProcess.tried === 0) return UNASKED;
  const differ = sameProcess.differ + freshProcess.differ;
  const reason = `${differ} of ${sameProcess.tried + freshProcess.tried} scores asked again differ`;
  return { score: differ === 0 ? 1 : 0, reason };
}

function left({ replay }: BridgeMeasurements): Answer {
  const { tried, differ } = replay.stateLeak;
  if (tried === 0) return UNASKED;
  return { score: differ === 0 ? 1 : 0, reason: `state stays behind on ${differ} of ${tried} tasks` };
}

/** An example that holds a solution settles the matter; that none does says nothing of other ways to the truth. */
function shown({ leak }: BridgeMeasurements): Answer {
  if (!leak || leak.leaked.length === 0) return UNASKED;
  return {
    score: 0,
    reason: `the examples hold the solution of ${leak.leaked.length} of ${leak.tasks} tasks`,
  };
}

function own({ correct }: BridgeMeasurements, whenAll: 1 | null): Answer {
  const { tried, accepted } = correct;
  if (tried === 0) return UNASKED;
  const reason = `the benchmark's own answer passes ${accepted} of ${tried} tasks`;
  return { score: accepted === tried ? whenAll : 0, reason };
}

/** A hole that was found is one; that a search found none is no proof that there is none. */
function holes({ degrading, falsification }: BridgeMeasurements): Answer {
  const tried = degrading.tried + (falsification?.scored ?? 0);
  const found = degrading.accepted + (falsification?.hits ?? 0);
  if (tried === 0) return UNASKED;
  return { score: found > 0 ? 0 : null, reason: `${found} of ${tried} worse submissions score as high` };
}

const ITEMS: readonly (readonly [string, string, (measured: BridgeMeasurements) => Answer])[] = [
  ['I.a.1', 'equal answers written otherwise', (m) => byEdits(equivalent(m), 'accepted')],
  ['I.a.2', 'words around the answer', (m) => byEdits(rowsOf(m, REDUNDANT), 'accepted')],
  ['I.b.1', 'denied answers', (m) => byEdits(rowsOf(m, ['negated', 'outputs_negated']), 'refused')],
  ['I.b.2', 'several candidates at once', (m) => byEdits(rowsOf(m, LISTED), 'refused')],
  ['I.b.3', 'guessed answers', (m) => floor(m, ['text'])],
  ['I.c.1', 'steadiness of the judge', (m) => judge(m, ['self-consistency', 'position-swap'])],
  ['I.c.2', 'attacks on the judge', (m) => judge(m, ['injection', 'verbosity', 'unparseable'])],
  ['I.f.3', 'results that differ from run to run', again],
  ['I.g.3', 'tasks that need no change of state', (m) => floor(m, ['actions'])],
  ['I.h.2', 'invented answers', (m) => byEdits(rowsOf(m, ['fabricated']), 'refused')],
  ['II.4', 'state between runs', left],
  ['II.5', 'truth that a model is shown', shown],
  ['II.7', 'correctness of the truth', (m) => own(m, null)],
  ['II.8', 'tasks that can be solved', (m) => own(m, 1)],
  ['II.9', 'an oracle for every task', (m) => own(m, 1)],
  ['II.10', 'ways to pass without the work', holes],
];

/** Every item of the checklist that an audit of a scorer could speak to, probed or not. */
export function abcItems({ profiles }: Pick<TargetAudit, 'profiles'>): readonly AbcItem[] {
  return Object.values(profiles).flatMap(({ measurements }) =>
    ITEMS.map(([id, about, ask]) => ({ id, about, ...ask(measurements) })),
  );
}

/** The crosswalk in the form of the published assessments. */
export function abcOf(document: Pick<TargetAudit, 'profiles' | 'title' | 'version'>): string {
  const items = abcItems(document).map(
    ({ id, about, score, reason }) =>
      `${id}:\n  check: ${JSON.stringify(about)}\n  score: ${score}\n  reason: ${JSON.stringify(reason)}\n`,
  );
  const head = [
    `# ${document.title.replaceAll(/\s+/g, ' ')}. Measurand ${document.version}.`,
    '# Items of the Agentic Benchmark Checklist that were executed here. null: nothing executed speaks to it.',
    '# Items that are not listed are about the report of a benchmark, its tools or its unit tests.',
  ];
  return `${head.join('\n')}\n\n${items.join('\n')}`;
}
