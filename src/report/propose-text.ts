import type { ProposalMeasure } from '../audit/propose/measure.ts';
import type { Proposal, ProposalBody } from '../audit/propose/proposal.ts';

type Content = ProposalBody['content'];
type Of<K extends Content['kind']> = Extract<Content, { readonly kind: K }>;

function ownershipText({ decisions }: Of<'ownership'>): readonly string[] {
  const width = Math.max(...decisions.map(({ decision }) => decision.length));
  return decisions.flatMap(({ decision, owner, evidence }) => [
    `${decision.padEnd(width)}  ${owner}`,
    ...evidence.map(
      ({ file, line, quote }) => `${' '.repeat(width)}  ${file}:${line}  ${quote.trim().split('\n')[0]}`,
    ),
  ]);
}

function scaffoldText({ decisions, source }: Of<'scaffold'>): readonly string[] {
  return [
    `A variant of ${source.split('\n').length} lines that returns ${decisions.join(', ')} to the model`,
    '',
    ...source
      .trimEnd()
      .split('\n')
      .map((line) => `    ${line}`),
  ];
}

function probesText({ predicted, probes, outcomes, coverage, cases }: Of<'probes'>): readonly string[] {
  const rows = probes.map(({ id, title, expect }) => {
    const outcome = outcomes.find((each) => each.id === id);
    const what =
      outcome === undefined || outcome.scored === 0
        ? 'did not run'
        : `${outcome.expected} of ${outcome.scored} cases as expected (${expect})`;
    return `  ${id}: ${title}; ${what}`;
  });
  const { battery, covered, missed } = coverage;
  return [
    `predicted kind: ${predicted}`,
    `${probes.length} probes, run on ${cases} cases:`,
    ...rows,
    `covers ${covered.length} of ${battery} probes of the hand-made battery${missed.length > 0 ? `; misses ${missed.join(', ')}` : ''}`,
  ];
}

function contentText(content: Content): readonly string[] {
  switch (content.kind) {
    case 'ownership':
      return ownershipText(content);
    case 'scaffold':
      return scaffoldText(content);
    case 'probes':
      return probesText(content);
    case 'narrative':
      return content.sentences.map(({ text }) => text);
  }
}

const BY = {
  'language model': 'a language model',
  script: 'a script, which is no model',
  program: 'a program, which is no language model',
} as const;

function standing({ status, confirmation }: Proposal): string {
  if (confirmation) return `confirmed by ${confirmation.by}`;
  return status === 'rejected'
    ? 'rejected: a check failed, and nobody can confirm it'
    : 'proposed: nobody has confirmed it, and nothing is scored by it';
}

/** A proposal for reading: what was proposed, what was checked, who stands for it. */
export function proposalText(proposal: Proposal): string {
  const { content, model, checks } = proposal.body;
  const marks = { pass: 'pass      ', fail: 'fail      ', 'not-probed': 'not probed' } as const;
  return [
    `${content.kind}, proposed by ${model.id} (${BY[model.answeredBy]})`,
    '',
    ...contentText(content),
    '',
    ...checks.map(({ id, verdict, says }) => `${marks[verdict]}  ${id}: ${says}`),
    '',
    standing(proposal),
  ].join('\n');
}

/** How well a model proposes, for reading. */
export function measureText({ model, origin, discovery, kinds, coverage }: ProposalMeasure): string {
  const { right, decisions, rows } = discovery;
  const refusals = [
    ...rows.flatMap(({ harness, refused }) =>
      refused.map(({ run, why }) => `  ${harness}, run ${run + 1}: ${why}`),
    ),
    ...kinds.rows.filter(({ why }) => why !== '').map(({ scorer, why }) => `  ${scorer}: ${why}`),
  ];
  const from = origin.answers === 'recording' ? `, from ${origin.recording}` : '';
  return [
    `${model.id}: ${BY[model.answeredBy]}${from}`,
    `discovery   ${right.map((count) => `${count} of ${decisions}`).join(', ')} decisions right, by run`,
    `kind        ${kinds.right} of ${kinds.scorers} scorers right: ${kinds.rows.map(({ scorer, predicted }) => `${scorer} ${predicted ?? 'none'}`).join(', ')}`,
    `coverage    ${coverage.covered} of ${coverage.battery} probes of the hand-made battery`,
    ...(refusals.length > 0 ? ['Answers that count as nothing right:', ...refusals] : []),
  ].join('\n');
}
