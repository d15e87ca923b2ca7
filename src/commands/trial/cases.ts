import type { EpisodeArchive } from '../../archive/archive.ts';
import type { TrialCase } from '../../report/trials/document.ts';
import type { EvidencePacket } from '../../trials/criteria/packet.ts';
import { textOfItem } from '../../trials/criteria/select/shown.ts';
import { keptPacket } from './kept-run.ts';
import type { ScoredOutcome } from './report.ts';

const EXCERPT = 240;

/** A text in one line, its middle left out where it is long. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT / 2)} … ${line.slice(-EXCERPT / 2)}`;
}

/** The last item of a packet that the model was shown, else the last one: what a verdict rests on, in one line. */
export function excerptOf(packet: EvidencePacket | undefined): {
  readonly place: string;
  readonly excerpt: string;
} {
  const items = packet?.items ?? [];
  const item = items.findLast(({ source }) => source === 'shown') ?? items.at(-1);
  if (!item) return { place: '', excerpt: '' };
  const text = textOfItem(item.value) || JSON.stringify(item.value);
  return { place: item.place, excerpt: shortened(text) };
}

const stateIn = ({ kept }: ScoredOutcome, criterion: string): number | undefined =>
  kept.verdicts.find((verdict) => verdict.criterion === criterion)?.state;

/** Every line that failed somewhere, with the evidence of the first run in which it did. */
export function trialCases(archive: EpisodeArchive, scored: readonly ScoredOutcome[]): readonly TrialCase[] {
  const harnesses = [...new Set(scored.map(({ harness }) => harness))];
  const trials = [...new Set(scored.map(({ definition }) => definition))];
  return trials.flatMap(({ id, lines }) =>
    lines.flatMap((line) =>
      harnesses.flatMap((harness): TrialCase[] => {
        const runs = scored.filter((run) => run.trial === id && run.harness === harness);
        const failed = runs.filter((run) => stateIn(run, line.id) === 0);
        const [first] = failed;
        const verdict = first?.kept.verdicts.find(({ criterion }) => criterion === line.id);
        if (!first || !verdict) return [];
        return [
          {
            criterion: line.id,
            kind: line.kind,
            sheet: line.sheet,
            requires: line.requires,
            harness,
            failed: failed.length,
            runs: runs.length,
            reason: verdict.reason,
            ...excerptOf(keptPacket(archive, first.record, line.id)),
            packet: verdict.packet,
            defect: verdict.missing === undefined,
          },
        ];
      }),
    ),
  );
}
