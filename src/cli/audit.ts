import { integerOption, listOption } from './arguments.ts';
import { auditBridged, BRIDGED_OPTIONS, refuseBridged } from './audit-bridged.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import { OUTPUT_OPTIONS, writeOutputs } from './outputs.ts';

const MOST_WORKERS = 256;

export default defineCliCommand({
  name: 'audit',
  description: 'Say what the score of a benchmark measures, and print its validity cards',
  args: {
    target: {
      type: 'positional',
      description: 'comtrade, bfcl, tau-bench, gaia, swebench, webarena, agentbench, osworld or toolbench',
      required: false,
    },
    profile: {
      type: 'enum',
      description: 'Audit a single profile instead of both',
      options: ['as-published', 'repaired'],
    },
    out: {
      type: 'string',
      description: 'Folder for the report',
      valueHint: 'DIR',
      default: 'measurand-report',
    },
    archive: { type: 'string', description: 'Keep every episode in this archive', valueHint: 'DIR' },
    workers: {
      type: 'string',
      description: 'Worker threads; the result is the same',
      valueHint: 'N',
      default: '0',
    },
    gate: { type: 'boolean', description: 'Exit 1 when an item of a headline card fails' },
    require: {
      type: 'string',
      description: 'Exit 3 when one of these items was not probed',
      valueHint: 'IDS',
    },
    ...BRIDGED_OPTIONS,
    ...OUTPUT_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    { line: 'measurand audit comtrade', shows: 'both headline cards, and where the report is' },
    {
      line: 'measurand audit comtrade --profile repaired --json',
      shows: 'the whole audit of one profile, for machines',
    },
    {
      line: 'measurand audit comtrade --gate --require criterion,ownership',
      shows: 'a check for a pull request, by exit code',
    },
    {
      line: 'measurand audit bfcl --python ~/venvs/bfcl/bin/python',
      shows: 'the kernel of a released scorer: which edits it cannot see, with denominators',
    },
    {
      line: 'measurand audit --scorer my.mjs#score --cases cases.jsonl',
      shows: 'the same for any function of (submission, gold)',
    },
  ],
  async run(args, terminal) {
    if (args.target !== 'comtrade') return auditBridged(args, terminal);
    refuseBridged(args);
    const [{ audit, auditGate, cardItems }, { renderText }, { writeReport }] = await Promise.all([
      import('../commands/audit.ts'),
      import('../report/text.ts'),
      import('../report/write.ts'),
    ]);
    const required = cardItems(listOption('require', args.require) ?? []);
    const workers = integerOption('workers', args.workers, 0, MOST_WORKERS) ?? 0;
    const document = await audit({
      target: args.target,
      workers,
      signal: terminal.signal,
      onProgress: terminal.progress,
      ...(args.profile === undefined ? {} : { profile: args.profile }),
      ...(args.archive === undefined ? {} : { archive: args.archive }),
    });
    const { failed, unprobed } = auditGate(document, required);
    if (args.json) terminal.json(document);
    else {
      terminal.printStyled(
        renderText(document, { width: process.stdout.columns ?? 100, color: terminal.colour }),
      );
      const paths = await writeReport(document, args.out);
      terminal.print(['', 'Written:', ...Object.values(paths).map((path) => `  ${path}`)].join('\n'));
    }
    const { auditReport } = await import('../report/outputs/of-audit.ts');
    await writeOutputs(
      args,
      () => auditReport(document, args.json ? undefined : `${args.out}/audit.json`),
      terminal,
    );
    if (args.gate && failed.length > 0) {
      terminal.note(`The gate is shut: ${failed.join('; ')}`);
      return 1;
    }
    if (unprobed.length > 0) {
      terminal.note(`Required and not probed: ${unprobed.join('; ')}`);
      return 3;
    }
    return 0;
  },
});
