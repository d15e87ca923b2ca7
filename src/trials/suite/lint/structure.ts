import type { Sheet } from '../../criteria/criterion.ts';
import { CRITERION_KINDS } from '../../criteria/kinds.ts';
import { mechanismProperties } from '../catalogue.ts';
import type { Trial } from '../define-trial.ts';
import { problems, type TrialProblem } from './finding.ts';

/** How many lines of a kind an outline asks for: `K3 or K4` is one line of either. */
function missingLines({ outline, lines }: Trial, sheet: Sheet): readonly string[] {
  const left = lines.filter((line) => line.sheet === sheet).map(({ kind }) => String(kind));
  return outline[sheet].filter((line) => {
    const wanted: readonly string[] = line.replace(/\(.*/, '').match(/[KV]\d+/g) ?? [];
    const at = left.findIndex((kind) => wanted.includes(kind));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function sheets(trial: Trial): readonly string[] {
  const wrongSheet = trial.lines.filter(({ sheet, kind }) => kind.startsWith('K') !== (sheet === 'harness'));
  const wrongMeans = trial.lines.filter(
    ({ kind, decidedBy }) => !(CRITERION_KINDS[kind].decidedBy in decidedBy),
  );
  return [
    ...(['harness', 'agent'] as const).flatMap((sheet) =>
      missingLines(trial, sheet).map(
        (line) => `the outline asks for ${line}, and the ${sheet} sheet has none left for it`,
      ),
    ),
    ...wrongSheet.map(({ id, kind }) => `${id} is of kind ${kind}, which stands on the other sheet`),
    ...wrongMeans.map(
      ({ id, kind }) => `${id} is not decided by a ${CRITERION_KINDS[kind].decidedBy}, as ${kind} is`,
    ),
  ];
}

function turns({ outline, prompts }: Trial): readonly string[] {
  const multi = prompts.length > 1;
  const due = outline.turns === 'multi';
  return [
    ...(multi === due ? [] : [`has ${prompts.length} prompts, and its outline says ${outline.turns}`]),
    // Some programs escape quotes of a prompt, and a turn is known again by its words.
    ...prompts
      .filter((prompt) => multi && prompt.includes('"'))
      .map((prompt) => `a prompt of several holds a double quote: ${prompt}`),
  ];
}

const KEY = /^[a-z0-9]+$/;

function script({ script: { keys, agentLayer }, chains, lines }: Trial): readonly string[] {
  const agent = new Set(lines.filter(({ sheet }) => sheet === 'agent').map(({ id }) => id));
  return [
    ...keys
      .filter((key) => !KEY.test(key))
      .map((key) => `the key ${JSON.stringify(key)} is not of small letters and digits`),
    ...chains.flatMap(({ id, repair }) =>
      repair === undefined || keys.includes(repair.key)
        ? []
        : [`${id} repairs ${repair.key}, which is no key of the script`],
    ),
    ...chains
      .filter(
        ({ repair, agent: end }) =>
          repair !== undefined && (agentLayer === 'none' || end === null || !agent.has(end)),
      )
      .map(({ id }) => `${id} declares a repair, and no agent line of it could flip`),
  ];
}

/** Followers that are ends, or moves that no script makes, or all there is, so that nothing else could change. */
function followers({ script: { keys }, chains, lines }: Trial): readonly string[] {
  return chains.flatMap(({ id, harness, agent, followers: declared, repair }) => {
    if (declared === undefined) return [];
    const { criteria, moves } = declared;
    const bound = new Set([harness, agent, ...criteria]);
    return [
      ...(repair === undefined
        ? [`${id} declares followers, and no repair after which they could follow`]
        : []),
      ...criteria
        .filter((each) => each === harness || each === agent)
        .map((each) => `${id} declares its end ${each} as a follower`),
      ...moves
        .filter((key) => !keys.includes(key))
        .map((key) => `${id} declares the move ${key} as a follower, which is no key of the script`),
      ...(lines.every((line) => bound.has(line.id) || 'rubric' in line.decidedBy)
        ? [`${id} declares every line as a follower, so that nothing else could change`]
        : []),
    ];
  });
}

const outside = (path: string): boolean => path.startsWith('/') || path.split('/').includes('..');

function files({ outputs, guarded = [], workspace, valuesFor }: Trial): readonly string[] {
  const given = Object.keys(workspace?.(valuesFor(1)) ?? {});
  return [
    ...[...outputs, ...given].filter(outside).map((path) => `${path} is not a path below the workspace`),
    ...given
      .filter((path) => /^(?:bin|\.git)(?:\/|$)/.test(path))
      .map((path) => `${path} stands where the apparatus has its own files`),
    ...guarded
      .filter((path) => !given.includes(path))
      .map((path) => `${path} is guarded, and the workspace does not have it`),
  ];
}

/** Whether the properties of an outline are there, and belong to its dimension. */
function properties({ outline: { property, also, dimension } }: Trial): readonly string[] {
  const known = new Map(mechanismProperties().map((each) => [each.id, each.dimension]));
  const owner = known.get(property);
  return [
    ...[property, ...also]
      .filter((id) => !known.has(id))
      .map((id) => `there is no property ${id}: docs/trial-catalogue.md lists them`),
    ...(owner === undefined || owner === dimension
      ? []
      : [`${property} is a property of ${owner}, not of ${dimension}`]),
  ];
}

/** Programs that settings name: one that is not there would look like a fault of every harness. */
function namedPrograms({ programs = [], settings = {} }: Trial): readonly string[] {
  const there = programs.map(({ name }) => `bin/${name}`);
  return (['finishHook', 'approver'] as const).flatMap((setting) => {
    const path = settings[setting];
    return path === undefined || (typeof path === 'string' && there.includes(path))
      ? []
      : [
          `settings.${setting} names ${String(path)}, and programs of the trial are ${there.join(', ') || 'none'}`,
        ];
  });
}

/** Whether a trial is put together as its outline says. */
export const structureProblems = (trial: Trial): readonly TrialProblem[] =>
  problems('structure', [
    ...properties(trial),
    ...sheets(trial),
    ...turns(trial),
    ...script(trial),
    ...followers(trial),
    ...files(trial),
    ...namedPrograms(trial),
  ]);
