// The power that `measurand plan` predicts against the rate at which simulated runs of the same study find the difference:
// the trinomial model of the statistics specification §2.7, both modes. `npm run prove -- power`; --replications N for more or fewer.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { Random } from '../../src/core/random.ts';
import { bootstrapMean } from '../../src/stats/bootstrap.ts';
import { normalQuantile } from '../../src/stats/normal.ts';
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
      const simulated = found / replications;
      const error = Math.sqrt((predicted * (1 - predicted)) / replications);
      const z = error === 0 ? 0 : (simulated - predicted) / error;
      rows.push({ pairs, mode, interval: power?.interval, regime, predicted, simulated, error, z });
    }
  }
}

/** Largest of so many standard normal deviates that chance alone exceeds once in a hundred proofs. */
const bound = normalQuantile(1 - ALPHA / 2 / rows.length);
const worst = rows.reduce((most, row) => (Math.abs(row.z) > Math.abs(most.z) ? row : most));
const rounded = (value: number): number => Number(value.toFixed(4));
const result = {
  proof: 'power',
  holds: rows.every(({ z, predicted, simulated }) => Math.abs(z) <= bound || predicted === simulated),
  model: 'pairs rise, stay or fall; the rule is that the 95 % bootstrap interval of the mean excludes 0',
  replications,
  cells: rows.length,
  bound: rounded(bound),
  worst: { pairs: worst.pairs, mode: worst.mode, regime: worst.regime, z: rounded(worst.z) },
  meanSquaredZ: rounded(rows.reduce((sum, { z }) => sum + z * z, 0) / rows.length),
  seconds: Math.round((performance.now() - began) / 1000),
  rows: rows.map(({ predicted, simulated, error, z, ...row }) => ({
    ...row,
    ...{ predicted: rounded(predicted), simulated: rounded(simulated) },
    ...{ error: rounded(error), z: rounded(z) },
  })),
};
process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
process.exitCode = result.holds ? 0 : 1;
