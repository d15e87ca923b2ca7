// The power that `measurand plan` predicts against the rate at which simulated runs of the same study find the difference:
// the trinomial model of the statistics specification §2.7, both modes. `npm run prove -- power`; --replications N for more or fewer.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Random } from '../../src/core/random.ts';
import { bootstrapMean } from '../../src/stats/bootstrap.ts';
import { multinomial } from '../../src/stats/power.ts';
import { scoredDifferences } from '../../src/study/declared/pairs.ts';
import { planOf } from '../../src/study/plan/plan.ts';
import { REFERENCE_REGIMES, REGIMES } from '../../src/study/plan/sensitivity.ts';
import { drawScores, groupNamed, regimesDesign } from '../../test/samples/simulated-power.ts';

const { values } = parseArgs({ options: { replications: { type: 'string', default: '400' } } });
/** As many as Table A18 was drawn with. */
const replications = Number(values.replications);

/** Numbers of pairs in Table A18. */
const PAIRS = [3, 5, 8, 12, 20, 30, 50];
const MODES = ['compat', 'recommended'] as const;
const ALPHA = 0.01;

const rows = [];
const began = performance.now();
for (const pairs of PAIRS) {
  const design = regimesDesign(pairs, MODES);
  const { tests } = await planOf(design);
  for (const mode of MODES) {
    for (const regime of REGIMES) {
      const id = `${mode}-${regime}`;
      const power = tests.find(({ label }) => label === id)?.power;
      const predicted = power?.assumed;
      if (predicted === undefined || predicted === null) throw new Error(`No power is planned for ${id}`);
      const group = groupNamed(design, id);
      const { up, down } = REFERENCE_REGIMES[regime];
      const random = new Random(`power ${id} ${pairs}`);
      let found = 0;
      for (let run = 0; run < replications; run += 1) {
        const d = scoredDifferences(group, drawScores(group, up, down, random)).map((pair) => pair.d);
        const { lo, hi } = bootstrapMean(d, { mode });
        if (lo > 0 || hi < 0) found += 1;
      }
      rows.push({ pairs, mode, interval: power?.interval, regime, predicted, found });
    }
  }
}

/** The chance of a count this far out or further, on the nearer side, twice: exact, as a normal error fails near 0 and 1. */
function chanceOf(found: number, predicted: number): number {
  const chance = multinomial(replications);
  let [atMost, atLeast] = [0, 0];
  for (let count = 0; count <= replications; count += 1) {
    const share = chance(count, replications - count, predicted, 1 - predicted);
    if (count <= found) atMost += share;
    if (count >= found) atLeast += share;
  }
  return Math.min(1, 2 * Math.min(atMost, atLeast));
}

/** By chance alone the smallest of so many is below it once in a hundred proofs. */
const bound = ALPHA / rows.length;
const judged = rows.map((row) => ({ ...row, p: chanceOf(row.found, row.predicted) }));
const worst = judged.reduce((least, row) => (row.p < least.p ? row : least));
const rounded = (value: number): number => Number(value.toFixed(5));
const result = {
  proof: 'power',
  holds: worst.p >= bound,
  model: 'pairs rise, stay or fall; the rule is that the 95 % bootstrap interval of the mean excludes 0',
  replications,
  cells: rows.length,
  bound: rounded(bound),
  worst: { pairs: worst.pairs, mode: worst.mode, regime: worst.regime, p: rounded(worst.p) },
  belowOneInTwenty: judged.filter(({ p }) => p < 0.05).length,
  seconds: Math.round((performance.now() - began) / 1000),
  rows: judged.map(({ predicted, found, p, ...row }) => ({
    ...row,
    ...{ predicted: rounded(predicted), simulated: rounded(found / replications), p: rounded(p) },
  })),
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
process.exitCode = result.holds ? 0 : 1;
