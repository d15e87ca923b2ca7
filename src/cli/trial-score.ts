import type { ScoreTrialsOptions } from '../commands/trial/score.ts';
import type { TrialReport } from '../report/trials/document.ts';
import type { Terminal } from './terminal.ts';

const FAILED = 1;

/** What runs of trials show, for a terminal. */
export async function printTrialReport(report: TrialReport, terminal: Terminal): Promise<void> {
  const [{ sectionsText }, { trialSections }] = await Promise.all([
    import('../report/study/text.ts'),
    import('../report/trials/sections.ts'),
  ]);
  terminal.print(sectionsText(trialSections(report), { width: process.stdout.columns ?? 100 }));
}

/**
 * Decides every verdict of an archive of trials again from its packet, and has rubrics judged where a judge is named. The
 * exit code is 1 when one comes out otherwise.
 */
export async function scoreArchive(
  archive: string,
  settings: Pick<ScoreTrialsOptions, 'prices' | 'judge' | 'trials'>,
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  const { scoreTrials } = await import('../commands/trial/score.ts');
  const scored = await scoreTrials({
    ...{ archive, ...settings },
    signal: terminal.signal,
    onProgress: terminal.progress,
  });
  const { decided, differences, flaws, judged, report } = scored;
  if (json) terminal.json(scored);
  else {
    await printTrialReport(report, terminal);
    for (const { criterion, episode, kept, again } of differences)
      terminal.print(`${criterion} of ${episode} was ${kept} and comes out ${again}`);
    for (const { criterion, episode, flaw } of flaws) terminal.print(`${criterion} of ${episode}: ${flaw}`);
    if (judged && judged.withoutPackets > 0)
      terminal.print(`${judged.withoutPackets} runs kept no evidence for their rubrics and are not judged`);
    terminal.print(`${decided} verdicts decided again from their packets, ${differences.length} differ`);
  }
  if (judged?.interrupted) terminal.note('Stopped; the same line again goes on where it stopped');
  return differences.length + flaws.length === 0 ? 0 : FAILED;
}
