import { MeasurandError } from '../core/errors.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';

export default defineCliCommand({
  name: 'init',
  description: 'Write a starter: a target of your own that speaks the line protocol for scorers',
  args: {
    what: { type: 'positional', description: 'What to start: target' },
    folder: { type: 'positional', description: 'Folder to write into', default: '.' },
    lang: {
      type: 'enum',
      description: 'Language of the starter',
      options: ['python', 'typescript'],
      default: 'python',
    },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand init target my-target --lang typescript',
      shows: 'a target that passes every rule, and the file that speaks the protocol, to fill in',
    },
  ],
  async run({ what, folder, lang, json }, terminal) {
    if (what !== 'target') {
      throw new MeasurandError('invalid-usage', `\`init\` starts no ${JSON.stringify(what)}`, {
        next: 'Write measurand init target [FOLDER]',
      });
    }
    const { initTarget } = await import('../commands/init-target/init-target.ts');
    const report = initTarget(lang as 'python' | 'typescript', folder);
    if (json) terminal.json(report);
    else
      terminal.print(
        ['Written:', ...report.files.map((path) => `  ${path}`), '', `Next: ${report.next}`].join('\n'),
      );
    return 0;
  },
});
