import { MeasurandError } from '../core/errors.ts';
import { integerOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';

const MOST_WORDS = 200;
const LONGEST_WAIT = 3_600_000;

const SIGNS = { pass: 'pass', fail: 'FAIL', 'not-probed': 'not probed' } as const;

export default defineCliCommand({
  name: 'bridge',
  description: 'Try a target of your own against every rule of the line protocol for scorers',
  args: {
    action: { type: 'positional', description: 'What to do: check; then --, then the command of the target' },
    wait: {
      type: 'string',
      description: 'Longest wait for one answer, in milliseconds',
      valueHint: 'N',
      default: '20000',
    },
    ...JSON_OPTION,
  },
  extraPositionals: MOST_WORDS,
  examples: [
    {
      line: 'measurand bridge check -- python3 target.py',
      shows:
        'every rule by name, with fuzzed, huge and hostile lines, kill and hang; exit 1 when one is broken',
    },
  ],
  async run({ action, wait, json, _: words }, terminal) {
    if (action !== 'check') {
      throw new MeasurandError('invalid-usage', `\`bridge\` has no action ${JSON.stringify(action)}`, {
        next: 'Write measurand bridge check -- COMMAND',
      });
    }
    const command = words.slice(1);
    if (command.length === 0) {
      throw new MeasurandError('invalid-usage', 'No command is named', {
        next: 'Write measurand bridge check -- COMMAND',
      });
    }
    const { checkBridge } = await import('../commands/bridge/check.ts');
    const milliseconds = integerOption('wait', wait, 1, LONGEST_WAIT) as number;
    const report = await checkBridge({
      command,
      milliseconds,
      signal: terminal.signal,
      onProgress: terminal.progress,
    });
    if (json) terminal.json(report);
    else {
      for (const { rule, says, verdict, detail } of report.rules) {
        terminal.print(`${SIGNS[verdict].padEnd(11)}${rule}: ${says}${detail === '' ? '' : ` (${detail})`}`);
      }
      terminal.print(`${report.passed} passed, ${report.failed} failed, ${report.notProbed} not probed`);
    }
    return report.failed > 0 ? 1 : 0;
  },
});
