import type { PrivateValues } from '../../criteria/line.ts';
import type { Trial } from '../define-trial.ts';
import { problems, type TrialProblem } from './finding.ts';

const SEEDS = [1, 2, 3, 4, 5, 6] as const;
/** Shorter values stand in any text by chance. */
const SHORTEST = 4;

/** Values that are another in every run: what a trial must not give away. */
function oneTime(draws: readonly PrivateValues[]): readonly string[] {
  const names = Object.keys(draws[0] ?? {});
  return names.filter((name) => {
    const drawn = draws.map((values) => values[name] ?? '');
    return new Set(drawn).size === SEEDS.length && drawn.every((value) => value.length >= SHORTEST);
  });
}

/** Every text that a harness or a model is given before anything has happened. */
function givenTexts(trial: Trial, values: PrivateValues): ReadonlyMap<string, string> {
  const guarded = new Set(trial.guarded ?? []);
  const files = Object.entries(trial.workspace?.(values) ?? {}).filter(([path]) => !guarded.has(path));
  const tools = (trial.services ?? []).flatMap((service) =>
    service.tools.map((tool) => [`tool ${tool.name}`, JSON.stringify(tool)] as const),
  );
  return new Map([
    ...trial.prompts.map((prompt, turn) => [`the prompt of turn ${turn}`, prompt] as const),
    ...files.map(([path, text]) => [`the workspace file ${path}`, text] as const),
    ...tools,
    ...(trial.programs ?? []).map(({ name }) => [`the program ${name}`, name] as const),
    ['the settings', JSON.stringify(trial.settings ?? {})],
  ]);
}

/** Whether private values are drawn from the seed alone, and stand in no text that is given beforehand. */
export function privateProblems(trial: Trial): readonly TrialProblem[] {
  const draws = SEEDS.map((seed) => trial.valuesFor(seed));
  const again = SEEDS.map((seed) => trial.valuesFor(seed));
  const secret = oneTime(draws);
  const leaks = draws.flatMap((values) =>
    [...givenTexts(trial, values)].flatMap(([where, text]) =>
      secret
        .filter((name) => text.includes(values[name] ?? '\0'))
        .map((name) => `the private value ${name} stands in ${where}`),
    ),
  );
  return problems('private values', [
    ...(JSON.stringify(draws) === JSON.stringify(again) ? [] : ['one seed gives two sets of private values']),
    ...(new Set(draws.map((values) => JSON.stringify(values))).size > 1
      ? []
      : ['no private value depends on the seed']),
    ...new Set(leaks),
  ]);
}
