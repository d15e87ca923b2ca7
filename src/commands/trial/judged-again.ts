import type { EpisodeArchive } from '../../archive/archive.ts';
import { canonicalJson } from '../../core/canonical.ts';
import type { EpisodeRecord } from '../../core/contracts/index.ts';
import type { JsonValue } from '../../core/json.ts';
import type { EvidencePacket } from '../../trials/criteria/packet.ts';
import type { Verdict } from '../../trials/criteria/verdict.ts';
import { checkJudgingOrder, type Judgement } from '../../trials/judge/judgement.ts';
import { parseVerdict } from '../../trials/judge/parse-verdict.ts';
import { judgeView } from '../../trials/judge/prompt.ts';
import { isRubric, type RubricLine } from '../../trials/judge/rubric-packet.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import type { KeptJudgement } from './kept-judgement.ts';
import { type KeptRun, keptPacket } from './kept-run.ts';

/** What of a kept judgement does not follow from what is kept beside it. */
export interface JudgementFlaw {
  readonly episode: string;
  readonly criterion: string;
  readonly flaw: string;
}

const same = (a: unknown, b: unknown): boolean =>
  canonicalJson(a as JsonValue) === canonicalJson(b as JsonValue);

/** The verdict that a judge's own words give, where they give one. */
function flawOf(
  line: RubricLine | undefined,
  packet: EvidencePacket | undefined,
  { answer, verdict, prompt, packet: digest }: KeptJudgement['judgements'][number],
): string | undefined {
  if (!(line && packet)) return 'no such rubric, or no evidence of it, is kept';
  if (packet.digest !== digest) return 'it was judged on other evidence than is kept';
  if (!same(judgeView(line, packet).messages, prompt)) return 'the judge was asked otherwise';
  const read = answer === null ? undefined : parseVerdict(answer, line.sheet);
  const state = read && 'state' in read ? read.state : undefined;
  return state === verdict?.state ? undefined : 'its verdict is not what the judge said';
}

/**
 * Checks a judgement without asking anybody: each question follows from its packet, each verdict from the answer, and the
 * order was kept.
 */
export function judgementFlaws(
  archive: EpisodeArchive,
  record: EpisodeRecord,
  {
    kept,
    judgement,
    trial,
  }: { readonly kept: KeptRun; readonly judgement: KeptJudgement; readonly trial: Trial },
): readonly JudgementFlaw[] {
  const rubrics = new Map(trial.lines.filter(isRubric).map((line) => [line.id, line]));
  const flaws = judgement.judgements.flatMap((each) => {
    const { criterion } = each;
    const flaw = flawOf(rubrics.get(criterion), keptPacket(archive, record, criterion), each);
    return flaw === undefined ? [] : [{ episode: record.id, criterion, flaw }];
  });
  const asked = new Set(judgement.judgements.map(({ criterion }) => criterion));
  const unasked = kept.verdicts.filter(({ criterion }) => !asked.has(criterion)) as readonly Verdict[];
  try {
    checkJudgingOrder(trial.lines, unasked, judgement.judgements as readonly Judgement[]);
    return flaws;
  } catch (error) {
    return [...flaws, { episode: record.id, criterion: trial.id, flaw: (error as Error).message }];
  }
}
