import type { EpisodeRecord } from '../../src/core/contracts/index.ts';
import type { Random } from '../../src/core/random.ts';
import type { Mode } from '../../src/stats/result.ts';
import { resolveStudy } from '../../src/study/declaration/resolve.ts';
import type { StudyFile } from '../../src/study/declaration/schema.ts';
import { type Design, designOf } from '../../src/study/declared/design.ts';
import type { Find } from '../../src/study/declared/pairs.ts';
import type { PairedGroup } from '../../src/study/declared/select.ts';
import { allPairedGroups } from '../../src/study/declared/select.ts';
import { REFERENCE_REGIMES, REGIMES } from '../../src/study/plan/sensitivity.ts';
import { graded } from '../graded-episodes.ts';

/** A design of so many pairs, whose statistics are one for each regime of the reference model and each mode. */
export function regimesDesign(pairs: number, modes: readonly Mode[]): Design {
  const file: StudyFile = {
    ...{ format: 'measurand.study/1', id: 'power', title: 'Power', tasks: ['T3_duplicates'] },
    ...{ seeds: `0-${pairs - 1}`, models: ['perfect', 'walks-once'], scaffolds: ['l2'], scorers: ['truth'] },
    statistics: modes.flatMap((mode) =>
      REGIMES.map((regime) => ({
        ...{ id: `${mode}-${regime}`, kind: 'paired' as const, scorer: 'truth', mode },
        ...{ factor: 'model' as const, a: 'perfect', b: 'walks-once', assume: REFERENCE_REGIMES[regime] },
      })),
    ),
  };
  return designOf(resolveStudy(file));
}

/** The groups of a design by the id of their statistic. */
export function groupNamed(design: Design, id: string): PairedGroup {
  const group = allPairedGroups(design).find(({ statistic }) => statistic.id === id);
  if (group) return group;
  throw new Error(`The design has no statistic ${id}`);
}

const HALF = 0.5;
const STEP = 0.25;

/** Scores of one run of the study: each pair rises, falls or stays with the chances of the reference model. */
export function drawScores({ pairs }: PairedGroup, up: number, down: number, random: Random): Find {
  const records = new Map<string, EpisodeRecord>();
  for (const { a, b } of pairs) {
    const draw = random.random();
    const step = draw < up ? STEP : draw < up + down ? -STEP : 0;
    records.set(a, graded({}, HALF + step));
    records.set(b, graded({}, HALF));
  }
  return (id) => records.get(id);
}
