import type { DoctorItem, DoctorReport } from '../commands/doctor/doctor.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

const MARKS: Readonly<Record<DoctorItem['state'], string>> = {
  ok: 'ok',
  missing: 'missing',
  broken: 'BROKEN',
};
const MARK_WIDTH = 8;

function print({ items, lacking }: DoctorReport, terminal: Terminal): void {
  const width = Math.max(...items.map(({ title }) => title.length));
  for (const { state, title, detail, next, for: purpose } of items) {
    terminal.print(`${MARKS[state].padEnd(MARK_WIDTH)}${title.padEnd(width)}  ${detail}`);
    if (next !== undefined)
      terminal.print(`${' '.repeat(MARK_WIDTH + width + 2)}${next} (needed for ${purpose})`);
  }
  if (lacking.length > 0) terminal.print(`Required and not usable: ${lacking.join(', ')}`);
}

/** 3 when something required is not usable, else 1 when something that is there does not work. */
function exitCode({ items, lacking }: DoctorReport): number {
  if (lacking.length > 0) return 3;
  return items.some(({ state }) => state === 'broken') ? 1 : 0;
}

export default defineCliCommand({
  name: 'doctor',
  description: 'Say what works on this machine, by trying it, and what to do where something does not',
  args: {
    require: {
      type: 'string',
      description: 'Things that must be usable, such as namespaces,codex; exit code 3 when one is not',
      valueHint: 'IDS',
    },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand doctor',
      shows: 'Node.js, npm, namespaces, drivers, clients and each harness: usable, or why not',
    },
    {
      line: 'measurand doctor --require namespaces,codex --json',
      shows: 'the same as one JSON document; exit code 3 unless both are usable',
    },
  ],
  async run({ require, json }, terminal) {
    const { doctor } = await import('../commands/doctor/doctor.ts');
    const ids = (require ?? '').split(',').filter((id) => id !== '');
    const report = await doctor({ require: ids, signal: terminal.signal, onProgress: terminal.progress });
    if (json) terminal.json(report);
    else print(report, terminal);
    return exitCode(report);
  },
});
