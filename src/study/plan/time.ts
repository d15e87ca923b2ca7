import { isLive } from '../../models/named-model.ts';
import { isBuiltInModel } from '../../models/registry.ts';
import type { Design, DesignCell } from '../declared/design.ts';
import { runEpisode } from '../run-episode.ts';
import type { ModelPrice, PlanPrice } from './price.ts';

/** How long the models of a study would take; clock times, so no two plans agree on them. */
export interface PlanTime {
  readonly simulated: {
    readonly episodes: number;
    /** Episodes of the plan that were run to measure the rate. */
    readonly sampled: number;
    /** Null when none is simulated. */
    readonly secondsPerEpisode: number | null;
    /** In one thread. */
    readonly seconds: number | null;
  };
  /** By model that is asked or computed here; `seconds` is null, not probed, where the study declares no rates for it. */
  readonly asked: readonly {
    readonly model: string;
    readonly seconds: number | null;
    readonly bound: string;
  }[];
}

const MOST_SAMPLED = 100;
const MOST_MS = 1500;
/** Episodes that are run before the clock starts: the first ones wait for the compiler. */
const WARM_UP = 20;
/** Requests that a run has under way at once. */
const LANES = 8;
const MINUTE = 60;

/** Evenly spread over the plan, so that every kind of cell is likely to be among them. */
function spread(cells: readonly DesignCell[]): readonly DesignCell[] {
  const count = Math.min(MOST_SAMPLED, cells.length);
  return Array.from(
    { length: count },
    (_, at) => cells[Math.floor(((at + 0.5) * cells.length) / count)] as DesignCell,
  );
}

async function simulatedTime({ cells, study }: Design): Promise<PlanTime['simulated']> {
  const own = cells.filter(({ cell, excluded }) => excluded === null && isBuiltInModel(cell.model));
  const sample = spread(own);
  const options = { scorers: study.scorers, keepTraces: study.traces };
  for (const { cell } of sample.slice(0, WARM_UP)) await runEpisode(cell, options);
  const from = performance.now();
  let sampled = 0;
  for (const { cell } of sample) {
    await runEpisode(cell, options);
    sampled += 1;
    if (performance.now() - from > MOST_MS) break;
  }
  if (sampled === 0) return { episodes: own.length, sampled, secondsPerEpisode: null, seconds: null };
  const secondsPerEpisode = (performance.now() - from) / 1000 / sampled;
  return { episodes: own.length, sampled, secondsPerEpisode, seconds: secondsPerEpisode * own.length };
}

function askedTime({ model, requests, inputTokens, outputTokens }: ModelPrice, { study }: Design) {
  const rates = study.rates[model] ?? {};
  const { requestsPerMinute, tokensPerMinute, secondsPerRequest } = rates;
  const bounds = [
    { bound: 'requests a minute', seconds: requestsPerMinute && (requests / requestsPerMinute) * MINUTE },
    {
      bound: 'tokens a minute',
      seconds: tokensPerMinute && ((inputTokens + outputTokens) / tokensPerMinute) * MINUTE,
    },
    {
      bound: `${LANES} requests at once`,
      seconds: secondsPerRequest && (requests * secondsPerRequest) / LANES,
    },
  ].flatMap(({ bound, seconds }) => (seconds === undefined ? [] : [{ bound, seconds }]));
  const slowest = bounds.sort((a, b) => b.seconds - a.seconds)[0];
  return slowest ? { model, ...slowest } : { model, seconds: null, bound: 'no rates declared' };
}

/** Times a few episodes of the plan whose models are built in, and takes the others' from the declared rates. */
export async function timeOf(design: Design, { models }: PlanPrice): Promise<PlanTime> {
  return {
    simulated: await simulatedTime(design),
    asked: models.filter(({ model }) => isLive(model)).map((price) => askedTime(price, design)),
  };
}
