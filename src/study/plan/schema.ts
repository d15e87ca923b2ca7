import { z } from 'zod';
import { CountSchema } from '../../core/schemas/json.ts';
import { BLIND_SPOTS } from './blind-spots.ts';
import { REGIMES } from './sensitivity.ts';

const Seconds = z.number().nonnegative().nullable();
const Share = z.number().min(0).max(1);

const Block = z.strictObject({
  profile: z.string(),
  task: z.string(),
  scaffold: z.string(),
  protocol: z.string(),
  arm: z.string(),
  settings: z.string(),
  models: CountSchema,
  seeds: CountSchema,
  episodes: CountSchema,
  excluded: CountSchema,
});

const Price = z.strictObject({
  method: z.string(),
  models: z.array(
    z.strictObject({
      model: z.string(),
      kind: z.enum(['built-in', 'unpaid', 'asked']),
      episodes: CountSchema,
      requests: CountSchema,
      inputTokens: CountSchema,
      outputTokens: CountSchema,
      cost: z.number().nonnegative().nullable(),
    }),
  ),
  inputTokens: CountSchema,
  outputTokens: CountSchema,
  verdict: z.enum(['priced', 'not-probed']),
  cost: z.number().nonnegative().nullable(),
  currency: z.string().nullable(),
  dated: z.string().nullable(),
});

const Time = z.strictObject({
  simulated: z.strictObject({
    episodes: CountSchema,
    sampled: CountSchema,
    secondsPerEpisode: Seconds,
    seconds: Seconds,
  }),
  asked: z.array(z.strictObject({ model: z.string(), seconds: Seconds, bound: z.string() })),
});

const Reference = Object.fromEntries(REGIMES.map((regime) => [regime, Share])) as Record<
  (typeof REGIMES)[number],
  typeof Share
>;

const Test = z.strictObject({
  key: z.string(),
  label: z.string(),
  n: CountSchema,
  unit: z.enum(['pair', 'task']),
  pairs: CountSchema,
  tasks: CountSchema,
  family: z.string().nullable(),
  places: CountSchema,
  smallestP: Share,
  smallestAdjusted: Share,
  detectable: z.strictObject({ effect: z.number().nonnegative().nullable(), basis: z.string() }),
  sequence: z.strictObject({ alpha: Share, halfWidth: z.number().nonnegative() }).nullable(),
  power: z
    .strictObject({
      interval: z.enum(['percentile', 'bca']),
      n: CountSchema,
      assumed: Share.nullable(),
      reference: z.strictObject(Reference),
    })
    .nullable(),
});

/** The fields of a plan. What `measurand plan --json` prints has the registration besides. */
export const PLAN_FIELDS = {
  format: z.literal('measurand.plan/1'),
  study: z.string(),
  title: z.string(),
  episodes: z.strictObject({
    planned: CountSchema,
    excluded: CountSchema,
    toRun: CountSchema,
    blocks: z.array(Block),
  }),
  price: Price,
  time: Time,
  tests: z.array(Test),
  blindSpots: z.array(z.strictObject({ code: z.enum(BLIND_SPOTS), says: z.string() })),
};
