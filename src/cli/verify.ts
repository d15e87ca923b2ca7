import type { Damage } from '../archive/damage.ts';
import type { VerifyReport } from '../commands/verify/verify.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

const LINES_SHOWN = 40;
const EPISODES_SHOWN = 3;

function damageLine({ file, line, offset, episodes = [], blob, what }: Damage): string {
  const places = [
    line === undefined ? '' : `line ${line}`,
    offset === undefined ? '' : `byte ${offset}`,
    blob === undefined ? '' : `blob ${blob}`,
  ].filter((place) => place !== '');
  const named = episodes.slice(0, EPISODES_SHOWN).map((id) => `\n      episode ${id}`);
  const more = episodes.length - named.length;
  return `  ${[file, ...places].join(', ')}: ${what}${named.join('')}${more > 0 ? `\n      and ${more} more` : ''}`;
}

function printLimited(lines: readonly string[], terminal: Terminal): void {
  for (const line of lines.slice(0, LINES_SHOWN)) terminal.print(line);
  if (lines.length > LINES_SHOWN)
    terminal.print(`  and ${lines.length - LINES_SHOWN} more; --json lists them`);
}

function printRescoring({ rescored }: VerifyReport, terminal: Terminal): void {
  if (!rescored) return;
  const { same, differences, impossible, uncompared } = rescored;
  terminal.print(`${same} episodes scored again came out the same, ${differences.length} scores did not`);
  const lines = differences.map(
    ({ episode, scorer, stored, again }) =>
      `  episode ${episode}: ${scorer} is stored as ${stored.value} and comes out as ${again.value}`,
  );
  printLimited(lines, terminal);
  for (const [code, count] of Object.entries(impossible)) {
    terminal.print(`  ${count} episodes could not be scored again: ${code}`);
  }
  if (uncompared.length > 0)
    terminal.note(`Not compared, since they rest on the service's ledger: ${uncompared.join(', ')}`);
}

function printVerdict(report: VerifyReport, terminal: Terminal): void {
  const { damaged, episodes, blobs, root, state, remarks } = report;
  for (const remark of remarks) terminal.note(remark);
  terminal.print(`${episodes} episodes and ${blobs} blobs are sound; ${damaged.length} places are damaged`);
  printLimited(damaged.map(damageLine), terminal);
  printRescoring(report, terminal);
  if (state === 'open')
    terminal.note('The archive is open: a writer has it, or did not end well. The last run continues it');
  terminal.print(`root ${root}`);
}

/** 1 when something is damaged or scores differ, 3 when some of what was asked could not be done. */
function exitCode({ sound, rescored }: VerifyReport): number {
  if (!sound) return 1;
  return rescored && Object.keys(rescored.impossible).length > 0 ? 3 : 0;
}

export default defineCliCommand({
  name: 'verify',
  description: 'Hash everything in an archive or a release anew, and score its submissions again',
  args: {
    archive: { type: 'positional', description: 'An archive, or what export --release wrote' },
    rescore: { type: 'boolean', description: 'Score every stored submission again and compare exactly' },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand verify my-archive',
      shows: 'each damaged record or blob by name, and the root digest',
    },
    {
      line: 'measurand verify my-archive --rescore --json',
      shows:
        'the same as one JSON document, with every score that does not come out again; exit code 1 on any',
    },
  ],
  async run({ archive, rescore, json }, terminal) {
    const { signal, progress: onProgress } = terminal;
    const { verify } = await import('../commands/verify/verify.ts');
    const report = await verify({ archive, rescore, signal, onProgress });
    if (json) terminal.json(report);
    else printVerdict(report, terminal);
    return exitCode(report);
  },
});
