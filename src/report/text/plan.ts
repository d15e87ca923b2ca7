import { formatDecimal, formatSignificant } from '../../core/decimal.ts';
import type { PlannedBlock, StudyPlan } from '../../study/plan/plan.ts';
import type { PlanPrice } from '../../study/plan/price.ts';
import { REGIMES, type Sensitivity } from '../../study/plan/sensitivity.ts';
import type { PlanTime } from '../../study/plan/time.ts';
import { wrap } from './columns.ts';
import { textTable } from './table.ts';

/** More lines than this say less than their sum. */
const MOST_LINES = 24;

const NAMES = ['profile', 'task', 'scaffold', 'protocol', 'arm', 'settings'] as const;

function shortened(lines: readonly (readonly string[])[], what: string): readonly string[] {
  const [head = [], ...rest] = lines;
  const shown = textTable([head, ...rest.slice(0, MOST_LINES)]);
  return rest.length > MOST_LINES
    ? [...shown, `… and ${rest.length - MOST_LINES} more ${what}; --json has them all`]
    : shown;
}

function blocks(rows: readonly PlannedBlock[]): readonly string[] {
  const varying = NAMES.filter((name, at) => at === 1 || new Set(rows.map((row) => row[name])).size > 1);
  const lines = rows.map((row) => [
    varying.map((name) => row[name] || '–').join(' · '),
    ...[row.models, row.seeds, row.episodes, row.excluded].map(String),
  ]);
  return shortened([[varying.join(' · '), 'models', 'seeds', 'episodes', 'excluded'], ...lines], 'blocks');
}

function money(cost: number | null, { currency }: PlanPrice): string {
  return cost === null ? 'not-probed' : `${formatDecimal(cost, 2)} ${currency ?? ''}`.trimEnd();
}

/** What stands in place of a cost where no provider is paid. */
const WHOM: Readonly<Partial<Record<PlanPrice['models'][number]['kind'], string>>> = {
  'built-in': 'asks nobody',
  unpaid: 'pays nobody',
};

function prices(price: PlanPrice, width: number): readonly string[] {
  const lines = price.models.map(({ model, kind, episodes, requests, inputTokens, outputTokens, cost }) => [
    model,
    ...[episodes, requests, inputTokens, outputTokens].map(String),
    WHOM[kind] ?? money(cost, price),
  ]);
  const head = ['Tokens, if a language model were asked', 'episodes', 'requests', 'in', 'out', 'cost'];
  const asked = price.models.some(({ kind }) => kind === 'asked');
  const dated = price.dated === null ? 'the study names no prices' : `prices of ${price.dated}`;
  const total = asked
    ? [`Cost: ${money(price.cost, price)}, ${dated}`]
    : ['Cost: nothing, as no provider is asked'];
  return ['', ...shortened([head, ...lines], 'models'), ...total, ...wrap(price.method, width)];
}

function duration(seconds: number): string {
  if (seconds < 120) return `${formatSignificant(seconds, 2)} s`;
  return seconds < 7200
    ? `${formatSignificant(seconds / 60, 3)} min`
    : `${formatSignificant(seconds / 3600, 3)} h`;
}

function times({ simulated, asked }: PlanTime): readonly string[] {
  const { seconds, secondsPerEpisode, episodes, sampled } = simulated;
  const own =
    seconds === null || secondsPerEpisode === null
      ? []
      : [
          `Time: ${duration(seconds)} for ${episodes} simulated episodes in one thread, from ${sampled} timed here (${formatSignificant(secondsPerEpisode * 1000, 2)} ms each)`,
        ];
  const others = asked.map(({ model, seconds: each, bound }) =>
    each === null ? `Time: ${model}: not-probed, ${bound}` : `Time: ${model}: ${duration(each)}, by ${bound}`,
  );
  return ['', ...own, ...others];
}

const share = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : formatDecimal(value, 2);

function tests(rows: readonly Sensitivity[], width: number): readonly string[] {
  if (rows.length === 0) return ['', 'No comparison is declared: no power to speak of'];
  const head = ['Comparisons', 'n', 'least p', 'detects', 'assumed', ...REGIMES];
  const lines = rows.map(({ label, n, smallestAdjusted, detectable, power }) => [
    label,
    String(n),
    formatSignificant(smallestAdjusted, 2),
    share(detectable.effect),
    share(power?.assumed),
    ...REGIMES.map((name) => share(power?.reference[name])),
  ]);
  const bases = [...new Set(rows.map(({ detectable }) => detectable.basis))].join('; ');
  const cut = rows.find(({ n, power }) => power !== null && power.n < n)?.power?.n;
  const legend = [
    ...(rows.some(({ sequence }) => sequence !== null)
      ? ['least p: the smallest that the sequence can give at the last look, after Holm.']
      : ['least p: the smallest that the sign-flip test can give, after Holm.']),
    `detects: true difference found with power 0.8, by ${bases}.`,
    ...(rows.some(({ power }) => power !== null)
      ? [
          'The rest: power of the bootstrap rule, exact, if pairs rise and fall as the study assumes, or as in the regimes of the reference model for Table A18.',
        ]
      : []),
    ...(cut === undefined ? [] : [`With more than ${cut} units it is that of ${cut}.`]),
  ].join(' ');
  return ['', ...shortened([head, ...lines], 'comparisons'), ...wrap(legend, width)];
}

function spots({ blindSpots }: StudyPlan, width: number): readonly string[] {
  if (blindSpots.length === 0) return [];
  const lines = blindSpots.flatMap(({ code, says }) =>
    wrap(`${says} [${code}]`, width - 2).map((line, at) => (at === 0 ? `- ${line}` : `  ${line}`)),
  );
  return ['', 'What this design cannot identify', ...lines];
}

/** A plan as plain text. */
export function renderPlan(plan: StudyPlan, { width }: { readonly width: number }): string {
  const { planned, excluded, toRun } = plan.episodes;
  return [
    plan.title,
    '',
    ...blocks(plan.episodes.blocks),
    `${planned} planned = ${toRun} to run + ${excluded} excluded`,
    ...prices(plan.price, width),
    ...times(plan.time),
    ...tests(plan.tests, width),
    ...spots(plan, width),
  ].join('\n');
}
