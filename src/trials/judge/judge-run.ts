import type { Model } from '../../core/contracts/index.ts';
import { MeasurandError } from '../../core/errors.ts';
import { ProviderError } from '../../models/providers/errors.ts';
import type { Sheet } from '../criteria/criterion.ts';
import type { Line } from '../criteria/line.ts';
import type { EvidencePacket } from '../criteria/packet.ts';
import type { Verdict } from '../criteria/verdict.ts';
import { checkJudgingOrder, fixedDigest, type Judgement } from './judgement.ts';
import { parseVerdict } from './parse-verdict.ts';
import { judgeView } from './prompt.ts';
import { isRubric, type RubricLine, whyNotAsked } from './rubric-packet.ts';

export interface JudgeRunOptions {
  /** All lines of both sheets. */
  readonly lines: readonly Line[];
  /** The packets of the rubrics, by line. */
  readonly packets: ReadonlyMap<string, EvidencePacket>;
  /** A verdict for every line that a rule decides. */
  readonly decided: readonly Verdict[];
  readonly judge: Model;
  readonly signal: AbortSignal;
}

/** A run with its rubrics judged. */
export interface JudgedRun {
  /** Verdicts on rubrics: those of the judge, and zeros of lines for which there was nothing to ask about. */
  readonly verdicts: readonly Verdict[];
  /** Every question that was asked, in its order. */
  readonly judgements: readonly Judgement[];
}

/** Which sheet is judged first: the Agent sheet is final before the Harness sheet is looked at. */
const ORDER: readonly Sheet[] = ['agent', 'harness'];

/** Failures of a provider that say nothing of the question: the line stays open, and the others are asked. */
function lineError(error: unknown): { readonly code: string; readonly message: string } | undefined {
  const passing = error instanceof ProviderError ? error.kind !== 'input' : false;
  const spent = error instanceof MeasurandError && error.code === 'patience-exhausted';
  return passing || spent
    ? { code: (error as MeasurandError).code, message: (error as Error).message }
    : undefined;
}

/** Asks one question: one packet, one prompt, one verdict with its rationale. */
async function ask(
  line: RubricLine,
  packet: EvidencePacket,
  place: Pick<Judgement, 'sequence' | 'fixed'>,
  { judge, signal }: JudgeRunOptions,
): Promise<Judgement> {
  const view = judgeView(line, packet);
  const asked = {
    ...{ criterion: line.id, judge: judge.id, ...place, packet: packet.digest },
    prompt: view.messages,
  };
  try {
    const { text, usage } = await judge.decide(view, signal);
    const read = parseVerdict(text, line.sheet);
    const said = { ...asked, answer: text, ...(usage === undefined ? {} : { usage }) };
    if ('problem' in read) return { ...said, error: { code: 'judge-unreadable', message: read.problem } };
    const by = { judge: judge.id };
    return { ...said, verdict: { criterion: line.id, packet: packet.digest, by, ...read } };
  } catch (error) {
    const trouble = lineError(error);
    if (trouble === undefined) throw error;
    return { ...asked, answer: null, error: trouble };
  }
}

function packetFor(line: RubricLine, packets: JudgeRunOptions['packets']): EvidencePacket {
  const packet = packets.get(line.id);
  if (packet) return packet;
  throw new MeasurandError('no-packet', 'the run keeps no evidence for this line', {
    kind: 'unsupported',
    record: line.id,
    next: 'Run the trial again with this version, which keeps the packets of rubrics too',
  });
}

/**
 * Has the rubrics of a run judged: when every verdict that needs no judge is final, the Agent sheet, and when that is
 * final, the Harness sheet; one question a line. A line without its evidence is zero and nobody is asked.
 *
 * @throws MeasurandError `no-packet`, `judging-order` when a rule has not decided; what the judge cannot recover from
 */
export async function judgeRun(options: JudgeRunOptions): Promise<JudgedRun> {
  const { lines, packets, decided } = options;
  const rubrics = lines.filter(isRubric).map((line) => ({ line, packet: packetFor(line, packets) }));
  const unasked = rubrics.flatMap(({ line, packet }): Verdict[] => {
    const why = whyNotAsked(line, packet);
    return why ? [{ criterion: line.id, state: 0, packet: packet.digest, by: 'rule', ...why }] : [];
  });
  const open = rubrics.filter(({ line }) => !unasked.some(({ criterion }) => criterion === line.id));
  const fixed = [...decided, ...unasked];
  const judgements: Judgement[] = [];
  for (const sheet of ORDER) {
    for (const { line, packet } of open.filter((each) => each.line.sheet === sheet)) {
      const place = { sequence: judgements.length, fixed: fixedDigest(fixed) };
      const judgement = await ask(line, packet, place, options);
      judgements.push(judgement);
      if (judgement.verdict) fixed.push(judgement.verdict);
    }
  }
  checkJudgingOrder(lines, [...decided, ...unasked], judgements);
  return {
    verdicts: [...unasked, ...judgements.flatMap(({ verdict }) => verdict ?? [])],
    judgements,
  };
}
