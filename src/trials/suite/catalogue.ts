import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The seven dimensions, in the order in which they are always shown. */
export const DIMENSIONS = [
  'Context',
  'Execution',
  'Governance',
  'Lifecycle',
  'Observability',
  'Tools',
  'Verification',
] as const;

const DimensionName = z.enum(DIMENSIONS);
const TrialId = z.stringFormat('trial id', /^T\d\d$/);
const PropertyId = z.stringFormat('property id', /^[A-Z]{3}-\d\d$/);

/**
 * Sources of evidence of a property: P the provider's log, T the native transcript, L a service's ledger, W the
 * workspace, X processes, H hooks and approvals.
 */
export const EVIDENCE_LETTERS = ['P', 'T', 'L', 'W', 'X', 'H'] as const;

const Property = z.strictObject({
  id: PropertyId,
  dimension: DimensionName,
  name: z.string(),
  statement: z.string(),
  mediates: z.string(),
  exercise: z.string(),
  evidence: z.array(z.enum(EVIDENCE_LETTERS)).min(1),
  rule: z.string(),
  trials: z.array(TrialId).min(1),
  reports: z.array(z.strictObject({ thread: z.string(), says: z.string() })),
});

/** One of the 44 mechanism-level properties (harness taxonomy §1). Reports are claims by their authors. */
export type MechanismProperty = z.infer<typeof Property>;

const Boundaries = z.strictObject({
  owners: z.array(z.strictObject({ question: z.string(), owner: z.string(), not: z.string() })),
  ties: z.array(z.strictObject({ name: z.string(), rule: z.string() })),
});

/** Which dimension owns a failure, and what decides when two could (harness taxonomy §2). */
export type ResponsibilityBoundaries = z.infer<typeof Boundaries>;

/** The form of an outline. */
export const TrialOutlineSchema = z.strictObject({
  id: TrialId,
  title: z.string(),
  dimension: DimensionName,
  property: PropertyId,
  also: z.array(PropertyId),
  turns: z.enum(['single', 'multi', 'simulator']),
  /** Whether a live model adds an Agent layer to what fixed moves show. */
  live: z.boolean(),
  story: z.string(),
  private: z.string(),
  anchor: z.string(),
  hardGate: z.string().nullable(),
  /** Criteria in short form: a kind, and in brackets what it is applied to. */
  harness: z.array(z.string()).min(1),
  agent: z.array(z.string()).min(1),
  chain: z.string(),
});

/** What one of the 95 trials is to be (harness taxonomy §3), written or not yet written. */
export type TrialOutline = z.infer<typeof TrialOutlineSchema>;

const FOLDER = new URL('../../../data/trials/', import.meta.url);

const read = <T>(name: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')));

export const mechanismProperties = (): readonly MechanismProperty[] => read('properties', z.array(Property));

export const responsibilityBoundaries = (): ResponsibilityBoundaries => read('boundaries', Boundaries);

export const trialOutlines = (): readonly TrialOutline[] => read('catalogue', z.array(TrialOutlineSchema));
