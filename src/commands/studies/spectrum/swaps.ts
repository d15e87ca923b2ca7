import type { EpisodeRecord } from '../../../core/contracts/index.ts';
import { isJsonObject, type JsonValue } from '../../../core/json.ts';
import {
  type RunSummary,
  RunSummarySchema,
  SUMMARY_PART,
} from '../../../scaffolds/native/as-scaffold/run-summary.ts';
import { WINDOW } from '../../../scaffolds/native/as-scaffold/window.ts';

type TextOf = (digest: string) => string;

/** Two episodes that were meant to differ in one decision alone: what the model gets to see of a page. */
export interface Swap {
  readonly scaffold: string;
  readonly plain: EpisodeRecord;
  readonly windowed: EpisodeRecord;
}

/** What stands against reading a pair as one decision swapped; nothing when all holds. */
export interface CheckedSwap extends Swap {
  readonly against: readonly string[];
}

function windowIn({ coordinates }: EpisodeRecord): JsonValue | undefined {
  const { limits } = coordinates.settings;
  return isJsonObject(limits) ? limits['observationCharacters'] : undefined;
}

/** Coordinates without the window, and without the name of the arm that it has: pairs agree in them. */
function restOf({ coordinates }: EpisodeRecord): string {
  const { settings, arm: _arm, ...rest } = coordinates;
  const { limits, ...own } = settings;
  const { observationCharacters: _, ...others } = isJsonObject(limits) ? limits : {};
  return JSON.stringify([rest, own, others]);
}

/** Pairs of episodes under a native harness, one with an observation window and one without. */
export function swapsIn(records: readonly EpisodeRecord[]): readonly Swap[] {
  const native = records.filter(({ evidence }) => evidence !== undefined);
  const plain = new Map(
    native.filter((each) => windowIn(each) === undefined).map((each) => [restOf(each), each]),
  );
  return native.flatMap((windowed) => {
    const other = windowIn(windowed) === undefined ? undefined : plain.get(restOf(windowed));
    return other ? [{ scaffold: windowed.coordinates.scaffold, plain: other, windowed }] : [];
  });
}

function summaryIn({ evidence = {} }: EpisodeRecord, textOf: TextOf): RunSummary | undefined {
  const digest = evidence[SUMMARY_PART];
  if (digest === undefined) return undefined;
  return RunSummarySchema.safeParse(JSON.parse(textOf(digest))).data;
}

/** Each call of an episode with the answer of the service, in order. */
function dealings(
  { trace }: EpisodeRecord,
  textOf: TextOf,
): readonly { call: string; answer: string }[] | undefined {
  if (trace === undefined) return undefined;
  const events = textOf(trace)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, JsonValue>>);
  const calls = events
    .filter(({ type }) => type === 'call')
    .map(({ tool, args }) => JSON.stringify([tool, args]));
  const answers = events.filter(({ type }) => type === 'result').map(({ value }) => JSON.stringify(value));
  return calls.map((call, index) => ({ call, answer: answers[index] ?? '' }));
}

/** The service has to answer equal calls equally, up to the first call that differs. */
function sameService({ plain, windowed }: Swap, textOf: TextOf): string | undefined {
  const before = dealings(plain, textOf);
  const after = dealings(windowed, textOf);
  if (!before || !after) return 'no trace was kept, so the answers of the service cannot be compared';
  const common = after.findIndex(({ call }, index) => call !== before[index]?.call);
  const upTo = common < 0 ? after.length : common;
  if (upTo === 0) return 'not one call is the same';
  const differs = after.slice(0, upTo).some(({ answer }, index) => answer !== before[index]?.answer);
  return differs ? 'the service answered an equal call otherwise' : undefined;
}

function againstRuns(plain: RunSummary, windowed: RunSummary): readonly (string | undefined)[] {
  const { results = 0, others = 0 } = windowed.interventions[WINDOW] ?? {};
  const strangers = [...Object.keys(plain.interventions), ...Object.keys(windowed.interventions)];
  return [
    plain.version === windowed.version ? undefined : 'the versions differ',
    plain.isolation === windowed.isolation ? undefined : 'the isolation differs',
    plain.prepared === windowed.prepared ? undefined : 'the harness was set up otherwise',
    plain.opening !== null && plain.opening === windowed.opening
      ? undefined
      : 'the first requests differ, so the task was not put in the same words',
    results > 0 ? undefined : 'the window cut nothing',
    others === 0 ? undefined : 'something besides results was changed',
    strangers.every((id) => id === WINDOW) ? undefined : 'something else intervened too',
  ];
}

/**
 * Whether a pair shows one decision swapped with the meaning of the task kept: the same program was set up to the byte and
 * opened with the same request; the gateway changed results of pages and nothing else; and the service answered
 * equal calls equally.
 */
export function checkSwap(swap: Swap, textOf: TextOf): CheckedSwap {
  const plain = summaryIn(swap.plain, textOf);
  const windowed = summaryIn(swap.windowed, textOf);
  const runs = plain && windowed ? againstRuns(plain, windowed) : ['a run left no summary'];
  const against = [...runs, sameService(swap, textOf)].filter((reason) => reason !== undefined);
  return { ...swap, against };
}
