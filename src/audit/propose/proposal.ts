import { z } from 'zod';
import { digestOf } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { CountSchema, DigestSchema } from '../../core/schemas/json.ts';
import { isBuiltInModel } from '../../models/registry.ts';
import { CheckSchema } from './check.ts';
import { NarrativeContent, OwnershipContent, ProbesContent, ScaffoldContent } from './content.ts';

export const PROPOSAL_FORMAT = 'measurand.proposal/1';

/** `script`: a back end of the authors' own that speaks the protocol of a provider; no model. */
const ANSWERED_BY = ['language model', 'script', 'program'] as const;

const Body = z.strictObject({
  content: z.discriminatedUnion('kind', [OwnershipContent, ScaffoldContent, ProbesContent, NarrativeContent]),
  model: z.strictObject({ id: z.string(), answeredBy: z.enum(ANSWERED_BY) }),
  /** Digests of what the model was shown, and of what it answered. */
  question: DigestSchema,
  answer: DigestSchema,
  sources: z.array(z.strictObject({ file: z.string(), sha256: DigestSchema, characters: CountSchema })),
  checks: z.array(CheckSchema),
});
export type ProposalBody = z.infer<typeof Body>;

/** One file of a proposal. */
export const ProposalSchema = z.strictObject({
  format: z.literal(PROPOSAL_FORMAT),
  digest: DigestSchema.describe('Of `body`; a confirmation names it'),
  status: z
    .enum(['proposed', 'confirmed', 'rejected'])
    .describe('`rejected`: a check failed, and nobody can confirm it'),
  confirmation: z
    .strictObject({ by: z.string(), digest: DigestSchema })
    .nullable()
    .describe('The person who takes responsibility for this very content'),
  origin: z.strictObject({
    answers: z.enum(['asked', 'recording']),
    recording: z
      .string()
      .nullable()
      .describe('Name of the file that the answers were recorded in or taken from'),
  }),
  body: Body,
});

/** What a model proposes: it is stored as `proposed` until a person confirms it by name, and it never scores anything. */
export type Proposal = z.infer<typeof ProposalSchema>;

/** Who a model's id belongs to, so that a script is never read as a model. */
export function answeredBy(id: string): ProposalBody['model']['answeredBy'] {
  if (id.startsWith('compatible:scripted/')) return 'script';
  return isBuiltInModel(id) ? 'program' : 'language model';
}

/** A proposal as it is first written down: `proposed`, or `rejected` when a check failed. */
export function seal(body: ProposalBody, origin: Proposal['origin']): Proposal {
  const failed = body.checks.some(({ verdict }) => verdict === 'fail');
  return {
    format: PROPOSAL_FORMAT,
    digest: digestOf(body as unknown as JsonValue),
    status: failed ? 'rejected' : 'proposed',
    confirmation: null,
    origin,
    body,
  };
}

function altered(file: string, what: string): MeasurandError {
  return new MeasurandError('proposal-altered', what, {
    file,
    kind: 'failed',
    next: 'Take the proposal from a copy, or propose again',
  });
}

/**
 * A proposal from its JSON, every part of it checked: content against digest, status against checks and confirmation.
 *
 * @throws MeasurandError `invalid-proposal`, `proposal-altered`
 */
export function readProposal(value: unknown, file: string): Proposal {
  const read = ProposalSchema.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new MeasurandError('invalid-proposal', `is no proposal: ${issue?.message ?? ''}`, {
      file,
      field: issue?.path.join('.') ?? '',
      next: `Give a file of the format ${PROPOSAL_FORMAT}`,
    });
  }
  const proposal = read.data;
  const fresh = seal(proposal.body, proposal.origin);
  if (fresh.digest !== proposal.digest) throw altered(file, 'the content is not the one that was proposed');
  const { confirmation } = proposal;
  if (confirmation && confirmation.digest !== proposal.digest)
    throw altered(file, 'the confirmation is of another content');
  const due = confirmation && fresh.status === 'proposed' ? 'confirmed' : fresh.status;
  if (proposal.status !== due || (confirmation && due !== 'confirmed'))
    throw altered(file, `the status says ${proposal.status} where it has to say ${due}`);
  return proposal;
}

/** A name of a person: something to hold responsible, and no line of text. */
function checkedName(by: string, { body }: Proposal): string {
  const name = by.trim();
  const isName = /^[\p{L}\p{M}][\p{L}\p{M}\p{N}.'’ @<>_-]{1,119}$/u.test(name);
  if (isName && name !== body.model.id) return name;
  throw new MeasurandError('invalid-name', `${JSON.stringify(by)} is no name of a person`, {
    field: 'by',
    next: 'Give the name of the person who has read the proposal and stands for it',
  });
}

/**
 * The same proposal, confirmed by a person. Only one whose every check passed can be.
 *
 * @throws MeasurandError `invalid-name`, `proposal-unproven`, `proposal-confirmed`
 */
export function confirmProposal(proposal: Proposal, by: string): Proposal {
  const name = checkedName(by, proposal);
  if (proposal.confirmation) {
    throw new MeasurandError('proposal-confirmed', `${proposal.confirmation.by} has confirmed it`, {
      next: 'A proposal is confirmed once; propose again for another opinion',
    });
  }
  const open = proposal.body.checks.filter(({ verdict }) => verdict !== 'pass');
  if (open.length > 0) {
    throw new MeasurandError(
      'proposal-unproven',
      `these checks did not pass: ${open.map(({ id, verdict }) => `${id} (${verdict})`).join(', ')}`,
      { kind: 'failed', next: 'Propose again' },
    );
  }
  return { ...proposal, status: 'confirmed', confirmation: { by: name, digest: proposal.digest } };
}
