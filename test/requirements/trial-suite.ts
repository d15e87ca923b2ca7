import type { Requirement } from '../requirements.ts';

/** What writing, listing and linting trials promises. */
export const TRIAL_SUITE = {
  'trial.lint.finds': {
    source: 'issue 6, Build: trial packages',
    says: 'Lint finds each kind of flaw in a trial that has it planted, and nothing in one that is sound.',
  },
  'trial.script.blind-to-values': {
    source: 'issue 6, Build: trial packages',
    says: 'The script of a trial is the same whatever the private values are: it copies from what it was told.',
  },
  'trial.new.lints': {
    source: 'issue 6, Build: trial packages',
    says: 'A trial that was just begun passes lint, is run from its file, and is known by its id.',
  },
  'trial.harbor.runs-alone': {
    source: 'issue 6, Build: trial packages',
    says: 'The verifier of an exported task tells an untouched workspace from a solved one, without this package.',
  },
  'trial.harbor.round-trip': {
    source: 'issue 6, Build: trial packages',
    says: 'A trial that becomes a task and a trial again is the same; of a changed or foreign task all that the layout holds is kept.',
  },
  'trial.harbor.hostile': {
    source: 'issue 6, Build: trial packages; DESIGN §10',
    says: 'A task folder with links, paths that leave it, giant files or malformed TOML is refused by a code that names the place.',
  },
  'trial.layers.scores': {
    source: 'issue 6, Build: scores',
    says: 'Layers are scored micro, macro, by success and clean, per harness, dimension and model, and scripted runs never with live ones.',
  },
  'trial.compare.obligations': {
    source: 'issue 6, Build: commands',
    says: 'Comparing two versions of a harness names the obligations that changed state, and the trials scored on one side only.',
  },
  'trial.new.slips': {
    source: 'issue 6, Must show: 8',
    says: 'A slip in a trial of one’s own, such as a misspelt line, member, property or private value, is named with its place.',
  },
} as const satisfies Record<string, Requirement>;
