import { BUILT_IN_MODELS, isBuiltInModel } from '../../models/registry.ts';
import { nativeName } from '../../scaffolds/native/as-scaffold/name.ts';
import { SCAFFOLDS, scaffoldNamed } from '../../scaffolds/registry.ts';
import { SCORERS } from '../../scorers/registry.ts';
import { TASK_PROFILES, taskIds } from '../../tasks/registry.ts';
import type { PairedStatistic, Statistic } from './inference-schema.ts';
import { invalidField } from './invalid-study.ts';
import { type DeclaredStudy, resolveStudy } from './resolve.ts';
import type { StudyFile } from './schema.ts';
import type { FieldPath, StudySource } from './source.ts';

/** Models of providers, of files and of recordings carry a colon; what answers for them is known when they are asked. */
const isNamedElsewhere = (model: string): boolean => model.includes(':');

class NameCheck {
  readonly #source: StudySource;

  constructor(source: StudySource) {
    this.#source = source;
  }

  among(what: string, path: FieldPath, name: string, known: readonly string[]): void {
    if (known.includes(name)) return;
    throw invalidField(this.#source, path, `There is no ${what} ${JSON.stringify(name)}`, known, name);
  }

  each(
    what: string,
    field: string,
    names: string | readonly string[] | undefined,
    known: readonly string[],
  ): void {
    if (typeof names === 'string') this.among(what, [field], names, known);
    else for (const [index, name] of (names ?? []).entries()) this.among(what, [field, index], name, known);
  }

  once(what: string, field: string, ids: readonly string[]): void {
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) === index) continue;
      throw invalidField(this.#source, [field, index, 'id'], `Two ${what} are called ${JSON.stringify(id)}`);
    }
  }

  refuse(path: FieldPath, what: string): never {
    throw invalidField(this.#source, path, what);
  }
}

function checkGrid(file: StudyFile, check: NameCheck): void {
  check.each('profile', 'profile', file.profile, TASK_PROFILES);
  const profiles = typeof file.profile === 'string' ? [file.profile] : (file.profile ?? ['repaired']);
  for (const profile of profiles) check.each('task', 'tasks', file.tasks, taskIds(profile));
  const builtIn = BUILT_IN_MODELS.map(({ id }) => id);
  for (const [index, model] of (file.models ?? []).entries()) {
    if (!isNamedElsewhere(model) && !isBuiltInModel(model))
      check.among('model', ['models', index], model, builtIn);
  }
  const scaffolds = SCAFFOLDS.map(({ id }) => id);
  for (const [index, scaffold] of (file.scaffolds ?? []).entries()) {
    // A native harness by its version, or refused for what it lacks.
    if (nativeName(scaffold)) scaffoldNamed(scaffold);
    else check.among('scaffold', ['scaffolds', index], scaffold, scaffolds);
  }
  check.each(
    'scorer',
    'scorers',
    file.scorers,
    SCORERS.map(({ id }) => id),
  );
  check.once('arms', 'arms', file.arms?.map(({ id }) => id) ?? []);
}

/** Names that a factor takes in the grid. */
function levelsOf(study: DeclaredStudy): Readonly<Record<PairedStatistic['factor'], readonly string[]>> {
  return {
    profile: study.profiles,
    task: study.tasks,
    model: study.models,
    scaffold: study.scaffolds,
    protocol: study.protocols,
    arm: study.arms.map(({ id }) => id),
  };
}

function checkWhere(
  study: DeclaredStudy,
  where: Statistic['where'],
  path: FieldPath,
  check: NameCheck,
): void {
  const levels = levelsOf(study);
  for (const [factor, wanted] of Object.entries(where ?? {})) {
    if (factor === 'settings') continue;
    const names = typeof wanted === 'string' ? [wanted] : (wanted as readonly string[]);
    for (const name of names) {
      check.among(
        `${factor} of the grid`,
        [...path, 'where', factor],
        name,
        levels[factor as PairedStatistic['factor']],
      );
    }
  }
}

function checkPaired(
  study: DeclaredStudy,
  statistic: PairedStatistic,
  path: FieldPath,
  check: NameCheck,
): void {
  const { factor, a, b, by = [], assume } = statistic;
  for (const [side, name] of Object.entries({ a, b })) {
    check.among(`${factor} of the grid`, [...path, side], name, levelsOf(study)[factor]);
  }
  if (a === b) check.refuse([...path, 'b'], 'a and b are the same, so every difference is zero');
  if (by.includes(factor))
    check.refuse([...path, 'by'], `The factor ${factor} cannot also split the results`);
  if ((assume?.up ?? 0) + (assume?.down ?? 0) > 1) {
    check.refuse(
      [...path, 'assume'],
      'up and down are shares of the same pairs, so they add up to 1 at most',
    );
  }
}

function checkStatistics(study: DeclaredStudy, check: NameCheck): void {
  check.once(
    'statistics',
    'statistics',
    study.statistics.map(({ id }) => id),
  );
  for (const [index, statistic] of study.statistics.entries()) {
    const path = ['statistics', index];
    check.among('scorer of the study', [...path, 'scorer'], statistic.scorer, study.scorers);
    checkWhere(study, statistic.where, path, check);
    if (statistic.kind === 'paired') checkPaired(study, statistic, path, check);
  }
}

function checkDecision(study: DeclaredStudy, check: NameCheck): void {
  const paired = study.statistics.flatMap((statistic) => (statistic.kind === 'paired' ? [statistic] : []));
  const ids = paired.map(({ id }) => id);
  for (const [index, requirement] of (study.decision?.require ?? []).entries()) {
    const path = ['decision', 'require', index];
    check.among('paired statistic', [...path, 'statistic'], requirement.statistic, ids);
    if (requirement.group !== undefined)
      check.among('group', [...path, 'group'], requirement.group, Object.keys(study.groups));
    checkWhere(study, requirement.where, path, check);
    if (requirement.interval === undefined && requirement.p === undefined)
      check.refuse(path, 'asks for neither an interval nor a p');
    const needed = paired.find(({ id }) => id === requirement.statistic);
    if (requirement.interval === 'within-margin' && needed?.margin === undefined)
      check.refuse([...path, 'interval'], `${requirement.statistic} declares no margin`);
  }
}

function checkStopping({ stopping, seeds, statistics }: DeclaredStudy, check: NameCheck): void {
  if (stopping.rule === 'fixed') return;
  const { looks } = stopping;
  const rises = looks.every((look, index) => index === 0 || look > (looks[index - 1] as number));
  if (!rises) check.refuse(['stopping', 'looks'], 'must rise from look to look');
  if (looks.at(-1) !== seeds.length)
    check.refuse(['stopping', 'looks'], `The last look must see all ${seeds.length} seeds`);
  if (!statistics.some(({ kind }) => kind === 'paired'))
    check.refuse(['stopping'], 'Nothing is monitored: the study declares no paired statistic');
  const byTask = statistics.findIndex((each) => each.kind === 'paired' && each.unit === 'task');
  if (byTask >= 0)
    check.refuse(['statistics', byTask, 'unit'], 'An anytime-valid rule counts pairs, not tasks');
}

/**
 * Holds every name in a study file against what there is, and its parts against each other.
 *
 * @throws MeasurandError `invalid-study` with file, line, field and the nearest name, and what {@link resolveStudy} throws
 */
export function checkNames(file: StudyFile, source: StudySource): void {
  const check = new NameCheck(source);
  checkGrid(file, check);
  const study = resolveStudy(file);
  checkStatistics(study, check);
  checkDecision(study, check);
  checkStopping(study, check);
}
