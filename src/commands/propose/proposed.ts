import type { Answered } from '../../audit/propose/ask.ts';
import type { Check } from '../../audit/propose/check.ts';
import { answeredBy, type Proposal, type ProposalBody, seal } from '../../audit/propose/proposal.ts';
import type { SourceFile } from '../../audit/propose/sources.ts';
import { sha256 } from '../../core/digest.ts';

/** What every layer writes down in the same way. */
export function proposalOf(
  content: ProposalBody['content'],
  parts: {
    readonly model: string;
    readonly answered: Pick<Answered<unknown>, 'question' | 'answer'>;
    readonly sources: readonly SourceFile[];
    readonly checks: readonly Check[];
    readonly origin: Proposal['origin'];
  },
): Proposal {
  const { model, answered, sources, checks, origin } = parts;
  return seal(
    {
      content,
      model: { id: model, answeredBy: answeredBy(model) },
      question: answered.question,
      answer: answered.answer,
      sources: sources.map(({ file, text }) => ({ file, sha256: sha256(text), characters: text.length })),
      checks: [...checks],
    },
    origin,
  );
}
