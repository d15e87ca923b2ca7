import type { LoggedRun, Mark } from '../run.ts';

const IDLE = /^(?:nop|no[-_]?op|null|do[-_ ]?nothing|dummy|empty|idle)(?:[-_ ]?(?:agent|solver|model))?$/i;
const REFERENCE =
  /^(?:oracle|gold(?:en)?|reference|ground[-_ ]?truth)(?:[-_ ]?(?:agent|solver|model|patch(?:es)?|solution))?$/i;

/** The last part of a name such as `vendor/model`. */
const ownName = (name: string): string => name.split('/').at(-1) ?? name;

/** Whether a name is that of something which hands the reference solution in. */
export const isReference = (name: string): boolean => REFERENCE.test(ownName(name));

type Named = Pick<LoggedRun, 'model' | 'scaffold' | 'state' | 'scores'>;

function failed({ state, scores }: Named): string | undefined {
  if (state === 'missing' || state === 'excluded') return undefined;
  if (state !== 'scored') return `ended as ${state}`;
  const value = scores[0]?.value;
  return typeof value === 'number' && value < 1 ? `scores ${value} by ${scores[0]?.scorer}` : undefined;
}

/** What runs show that are not there to be measured but to test tasks: ones that do nothing, and reference solutions. */
export function baselineMarks(run: Named): readonly Mark[] {
  const names = [run.model, run.scaffold].map(ownName);
  const [first] = run.scores;
  if (names.some((name) => IDLE.test(name)) && run.state === 'scored' && first && (first.value ?? 0) > 0)
    return [
      {
        check: 'null-agent-scores',
        what: `the agent that does nothing scores ${first.value} by ${first.scorer}`,
      },
    ];
  const why = names.some(isReference) ? failed(run) : undefined;
  return why === undefined ? [] : [{ check: 'gold-fails', what: `the reference solution ${why}` }];
}
