import type { JsonObject } from '../../../../core/json.ts';
import { listAt, numberAt, objectAt } from '../../fields.ts';
import type { Mark, ResultProblem } from '../../run.ts';

/** Checks of a reward by the word that declares them as its basis: where they stand, and the field that says so. */
const CHECKED = [
  { basis: 'ACTION', list: 'action_checks', met: 'action_match' },
  { basis: 'COMMUNICATE', list: 'communicate_checks', met: 'met' },
  { basis: 'NL_ASSERTION', list: 'nl_assertions', met: 'met' },
  { basis: 'ENV_ASSERTION', list: 'env_assertions', met: 'met' },
] as const;

function failedChecks(
  info: JsonObject,
): readonly { readonly basis: string; readonly list: string; readonly count: number }[] {
  const lists = CHECKED.map(({ basis, list, met }) => ({
    basis,
    list,
    count: listAt(info, list).filter((check) => (check as JsonObject)[met] === false).length,
  }));
  const database = objectAt(info, 'db_check')?.['db_match'] === false ? 1 : 0;
  return [...lists, { basis: 'DB', list: 'db_check', count: database }].filter(({ count }) => count > 0);
}

/** A full reward beside failed checks: wrong only where the reward is declared to rest on them. */
export interface BasisReading {
  readonly marks: readonly Mark[];
  readonly explained: readonly Omit<ResultProblem, 'record'>[];
}

export function readBasis(info: JsonObject | undefined): BasisReading {
  if (!info || numberAt(info, 'reward') !== 1) return { marks: [], explained: [] };
  const basis = new Set(listAt(info, 'reward_basis'));
  const failed = failedChecks(info);
  return {
    marks: failed
      .filter(({ basis: word }) => basis.has(word))
      .map(({ basis: word, list, count }) => ({
        check: 'basis-contradicted',
        what: `the reward is 1 and rests on ${word}, of which ${count} failed`,
        field: `reward_info.${list}`,
      })),
    explained: failed
      .filter(({ basis: word }) => !basis.has(word))
      .map(({ basis: word, list, count }) => ({
        code: 'not-in-basis',
        what: `${count} of ${list} failed beside a reward of 1, which does not rest on ${word}: no fault of the scorer`,
        field: `reward_info.${list}`,
      })),
  };
}
