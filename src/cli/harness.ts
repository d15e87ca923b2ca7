import type { HarnessList } from '../commands/harness/list.ts';
import { MeasurandError } from '../core/errors.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

const MOST_HARNESSES = 16;

function printList({ cache, harnesses }: HarnessList, terminal: Terminal): void {
  const width = Math.max(...harnesses.map(({ id }) => id.length));
  for (const { id, title, version, installed, onPath } of harnesses) {
    const places = [
      installed.length === 0
        ? 'not installed'
        : `installed ${installed.map((one) => one.version).join(', ')}`,
      ...(onPath === null ? [] : [`on the PATH at ${onPath}`]),
    ];
    terminal.print(`${id.padEnd(width)}  ${title}, tried with ${version}: ${places.join('; ')}`);
  }
  terminal.note(`Installed ones are kept in ${cache}`);
}

async function list(json: boolean, terminal: Terminal): Promise<number> {
  const { listHarnesses } = await import('../commands/harness/list.ts');
  const found = listHarnesses();
  if (json) terminal.json(found);
  else printList(found, terminal);
  return 0;
}

async function install(references: readonly string[], json: boolean, terminal: Terminal): Promise<number> {
  const { installHarness } = await import('../scaffolds/native/install/install.ts');
  const results = [];
  for (const reference of references) {
    const result = await installHarness(reference, {
      signal: terminal.signal,
      onStep: (what) => terminal.note(`${what} …`),
    });
    results.push(result);
    const { receipt, installed, folder } = result;
    const done = installed ? 'is installed' : 'was installed already';
    if (!json) terminal.print(`${receipt.harness} ${receipt.reported} ${done}: ${folder}`);
  }
  if (json) terminal.json({ harnesses: results });
  return 0;
}

async function remove(references: readonly string[], json: boolean, terminal: Terminal): Promise<number> {
  const { removeHarness } = await import('../scaffolds/native/install/remove.ts');
  const removed = [];
  for (const reference of references) {
    const result = await removeHarness(reference, { signal: terminal.signal });
    removed.push(result);
    if (!json) terminal.print(`${result.harness} ${result.versions.join(', ')} is removed`);
  }
  if (json) terminal.json({ removed });
  return 0;
}

function requireReferences(action: string, references: readonly string[]): readonly string[] {
  if (references.length > 0) return references;
  throw new MeasurandError('invalid-usage', `measurand harness ${action} needs the name of a harness`, {
    next: `See measurand harness list, then measurand harness ${action} codex`,
  });
}

export default defineCliCommand({
  name: 'harness',
  description: 'List, install and remove agent harnesses, each by its exact version',
  args: {
    action: { type: 'positional', description: 'list, install or remove', default: 'list' },
    ...JSON_OPTION,
  },
  extraPositionals: MOST_HARNESSES,
  examples: [
    {
      line: 'measurand harness list',
      shows: 'every harness that can be driven, what is installed of it, and what is on the PATH',
    },
    {
      line: 'measurand harness install codex@0.171.0 pi',
      shows: 'both brought from the npm registry into a cache of their own, their versions read back',
    },
  ],
  async run({ action, json, _ }, terminal) {
    const references = _.slice(1);
    if (action === 'install') return install(requireReferences(action, references), json, terminal);
    if (action === 'remove') return remove(requireReferences(action, references), json, terminal);
    if (action === 'list' && references.length === 0) return list(json, terminal);
    throw new MeasurandError(
      'invalid-usage',
      `measurand harness does not know ${JSON.stringify(_.join(' '))}`,
      {
        next: 'Use list, or install or remove with the names of harnesses',
      },
    );
  },
});
