import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256 } from '../../../core/digest.ts';
import type { Trial } from '../define-trial.ts';
import { MODULE_ENDING, moduleFiles } from './module-files.ts';

/** A trial with the file of its own, if it is none of the suite. */
export interface ExportedTrial {
  readonly trial: Trial;
  readonly file?: string;
  readonly seed: number;
}

const SUITE = fileURLToPath(new URL('../', import.meta.url));
const RUNTIME = 'trials/suite/harbor/runtime';
const PORT = 8700;

/** Where the agent's container finds programs' orders, tools and ledger. */
export const APPARATUS = `http://apparatus:${PORT}`;

/** Where the file of a trial of one's own stands in each part of a task that runs it. */
export const OWN_FILE = 'own/trial.mjs';

/** The module of a trial of the suite, below the package's root and without its ending. */
function moduleOf(id: string): string {
  const folder = readdirSync(SUITE).find((name) => name.startsWith(`${id.toLowerCase()}-`)) ?? '';
  const place = `trials/suite/${folder}/trial`;
  if (existsSync(join(SUITE, folder, `trial${MODULE_ENDING}`))) return place;
  throw new RangeError(`no module of ${id}`);
}

/** The key that opens the ledger to the verifier. */
const keyOf = ({ trial, seed }: ExportedTrial): string => sha256(`harbor:${trial.id}:${seed}`);

const ledgerOf = (exported: ExportedTrial): string => {
  const { programs = [], services = [] } = exported.trial;
  if (programs.length + services.length === 0) return '';
  return `, ledger: { address: TRIAL_APPARATUS, key: '${keyOf(exported)}' }`;
};

const ENVIRONMENT = `const {
  TRIAL_WORKSPACE = '/app',
  TRIAL_LOGS = '/logs/verifier',
  TRIAL_APPARATUS = '${APPARATUS}',
  TMPDIR = '/tmp',
} = process.env;`;

const PARTS = {
  apparatus: (exported: ExportedTrial) =>
    `await serveApparatus(trial, { seed: ${exported.seed}, key: '${keyOf(exported)}', port: Number(process.env.PORT ?? ${PORT}) });`,
  verify: (exported: ExportedTrial) =>
    `${ENVIRONMENT}\nawait verifyTask(trial, { seed: ${exported.seed}, workspace: TRIAL_WORKSPACE, logs: TRIAL_LOGS${ledgerOf(exported)} });`,
  solve: (_: ExportedTrial, turn: number) =>
    `${ENVIRONMENT}
await solveTask(trial, {
  turn: ${turn},
  workspace: TRIAL_WORKSPACE,
  temporary: TMPDIR,
  apparatus: TRIAL_APPARATUS,
  memory: \`\${TMPDIR}/trial-solution.json\`,
});`,
} as const;

const FUNCTIONS = { apparatus: 'serveApparatus', verify: 'verifyTask', solve: 'solveTask' } as const;

/** Which part of a task runs code of the trial: what stands around the run, its verifier, or its solution. */
export type TaskPart = keyof typeof PARTS;

/** The module that gives the trial, and what that module needs. */
function source({ trial, file }: ExportedTrial): { readonly entry: string; readonly text: string } {
  if (file !== undefined) {
    const text = `import own from './${OWN_FILE}';\nimport { trialKit } from './trials/suite/kit${MODULE_ENDING}';\n\nexport const trial = own(trialKit);\n`;
    return { entry: 'trials/suite/kit', text };
  }
  const entry = moduleOf(trial.id);
  return {
    entry,
    text: `export { ${trial.id.toLowerCase()} as trial } from './${entry}${MODULE_ENDING}';\n`,
  };
}

/**
 * The files of one part of a task, by path: an entry `PART.mjs`, the trial, and every module of this package that they
 * need, so that nothing has to be installed but Node.
 */
export function taskCode(part: TaskPart, exported: ExportedTrial, turn = 0): ReadonlyMap<string, string> {
  const { entry, text } = source(exported);
  const outline = JSON.stringify(exported.trial.outline, null, 2);
  const outlines = `const outline = ${outline};\n\nexport const outlineOf = () => outline;\nexport const ownOutline = () => outline;\n`;
  const modules = moduleFiles(
    [entry, `${RUNTIME}/${part}`],
    new Map([[`trials/suite/outlines${MODULE_ENDING}`, outlines]]),
  );
  const start = `import { ${FUNCTIONS[part]} } from './${RUNTIME}/${part}${MODULE_ENDING}';\nimport { trial } from './trial.mjs';\n\n${PARTS[part](exported, turn)}\n`;
  return new Map([
    [`${part}.mjs`, start],
    ['trial.mjs', text],
    ['package.json', '{ "type": "module" }\n'],
    ...(exported.file === undefined ? [] : [[OWN_FILE, readFileSync(exported.file, 'utf8')] as const]),
    ...modules,
  ]);
}

/** The folder of a task that is made of a trial, as its name. */
export const taskName = ({ trial, file }: ExportedTrial): string => {
  const folder = file === undefined ? basename(moduleOf(trial.id).replace(/\/trial$/, '')) : trial.id;
  return folder.toLowerCase();
};
