import type { Trial } from '../define-trial.ts';
import { problems, type TrialProblem } from './finding.ts';

/**
 * Whether the prompts say all that a live model needs to know: it has nothing else to go by, while a script knows which
 * programs to run and which files to leave. Programs that the settings name are run by the harness.
 */
export function livePromptProblems({
  outputs,
  prompts,
  programs = [],
  settings = {},
}: Pick<Trial, 'outputs' | 'prompts' | 'programs' | 'settings'>): readonly TrialProblem[] {
  const said = prompts.join('\n');
  const set = JSON.stringify(settings);
  const paths = [...outputs, ...programs.map(({ name }) => `bin/${name}`)];
  return problems(
    'structure',
    paths
      .filter((path) => !(said.includes(path) || set.includes(path)))
      .map((path) => `no prompt names ${path}, so a live model cannot know of it`),
  );
}
