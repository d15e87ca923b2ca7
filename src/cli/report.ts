import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MeasurandError } from '../core/errors.ts';
import { listOption, numberOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

/** The audit document that a path leads to, or nothing when it leads to an archive. */
function auditFileAt(path: string): string | undefined {
  const inside = join(path, 'audit.json');
  if (existsSync(inside)) return inside;
  if (!existsSync(path)) {
    throw new MeasurandError('unreadable', 'there is no such file or folder', {
      file: path,
      next: 'Give an audit.json, a folder that holds one, or an archive',
    });
  }
  return path.endsWith('.json') ? path : undefined;
}

interface Asked {
  readonly path: string;
  readonly out: string | undefined;
  readonly json: boolean;
}

/** Options that an archive takes and an audit does not. */
type ArchiveWords = Readonly<
  Record<'study' | 'by' | 'scorer' | 'family' | 'pair' | 'margin' | 'trial', string | undefined>
>;

function printWritten(paths: readonly string[], terminal: Terminal): void {
  terminal.print(['', 'Written:', ...paths.map((each) => `  ${each}`)].join('\n'));
}

async function reportArchive(
  { path, out, json }: Asked,
  words: ArchiveWords,
  terminal: Terminal,
): Promise<void> {
  const [{ archiveReport }, { studyText }, { writeStudyReport }] = await Promise.all([
    import('../commands/report/archive-report.ts'),
    import('../report/study/text.ts'),
    import('../report/study/write.ts'),
  ]);
  const given = {
    study: words.study,
    by: listOption('by', words.by),
    scorers: listOption('scorer', words.scorer),
    family: words.family,
    pair: listOption('pair', words.pair),
    margin: numberOption('margin', words.margin),
    trials: listOption('trial', words.trial),
  };
  const report = await archiveReport({
    archive: path,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    signal: terminal.signal,
    onProgress: terminal.progress,
  });
  const paths = out === undefined ? undefined : await writeStudyReport(report, out);
  if (json) terminal.json(report);
  else {
    for (const remark of report.remarks) terminal.note(remark);
    terminal.print(studyText(report, { width: process.stdout.columns ?? 100 }));
    if (paths) printWritten(Object.values(paths), terminal);
  }
}

async function reportAudit(file: string, { out, json }: Asked, terminal: Terminal): Promise<void> {
  const [{ readAnyAuditFile }, { renderText }, { writeReport }] = await Promise.all([
    import('../commands/report/audit-file.ts'),
    import('../report/text.ts'),
    import('../report/write.ts'),
  ]);
  const document = readAnyAuditFile(file);
  if (json) terminal.json(document);
  else {
    const width = process.stdout.columns ?? 100;
    terminal.printStyled(renderText(document, { width, color: terminal.colour }));
  }
  if (out === undefined) return;
  const paths = await writeReport(document, out);
  if (!json) printWritten(Object.values(paths), terminal);
}

export default defineCliCommand({
  name: 'report',
  description: 'Show an audit again from its audit.json, or report what an archive shows',
  args: {
    path: { type: 'positional', description: 'An audit.json, a folder that holds one, or an archive' },
    out: { type: 'string', description: 'Write the report into this folder', valueHint: 'DIR' },
    study: {
      type: 'string',
      description: 'Archives: the study that was run, by name or file: its plan, tests and registration',
      valueHint: 'STUDY',
    },
    trial: {
      type: 'string',
      description: "Archives: files of trials of one's own that it holds runs of",
      valueHint: 'FILE',
    },
    by: {
      type: 'string',
      description: 'Archives: what a group is; the first axis is ranked within the others',
      valueHint: 'A,B',
    },
    scorer: { type: 'string', description: 'Archives: which scorers', valueHint: 'A,B' },
    family: {
      type: 'string',
      description: 'Archives: a file that declares the contrasts',
      valueHint: 'FILE',
    },
    pair: { type: 'string', description: 'Archives: what two runs share to be a pair', valueHint: 'A,B' },
    margin: {
      type: 'string',
      description: 'Archives: largest difference that would not matter',
      valueHint: 'M',
    },
    ...JSON_OPTION,
  },
  examples: [
    {
      line: 'measurand report measurand-report',
      shows: 'the cards of an earlier audit, every figure checked again',
    },
    {
      line: 'measurand report my-archive --out my-report',
      shows: 'what an archive shows, on screen and as one HTML page, Markdown and JSON',
    },
  ],
  async run({ path, out, json, study, by, scorer, family, pair, margin, trial }, terminal) {
    const file = auditFileAt(path);
    const words = { study, by, scorer, family, pair, margin, trial };
    if (file === undefined) {
      await reportArchive({ path, out, json }, words, terminal);
      return 0;
    }
    const [inert] = Object.entries(words).find(([, word]) => word !== undefined) ?? [];
    if (inert !== undefined) {
      throw new MeasurandError('invalid-usage', `--${inert} is for archives, and ${file} is an audit`, {
        next: `Leave --${inert} away`,
      });
    }
    await reportAudit(file, { path, out, json }, terminal);
    return 0;
  },
});
