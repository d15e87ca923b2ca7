import { z } from 'zod';
import type { JsonObject } from '../../../core/json.ts';
import { CountSchema, DigestSchema, JsonObjectSchema } from '../../../core/schemas/json.ts';
import { schemaOf } from '../../../core/schemas/schema-of.ts';

/** What one probe found in one repeat. */
export interface ProbeReading {
  readonly value: string;
  readonly detail: JsonObject;
  readonly excerpt: string;
  readonly place: string;
}

/** One cell of the matrix: a probe on a harness. */
export type ProbeCell =
  | {
      readonly probe: string;
      readonly harness: string;
      readonly state: 'probed';
      /** The commonest value of the repeats; of several equally common ones the first that was seen. */
      readonly value: string;
      /** How many repeats found it, of how many. */
      readonly agreed: number;
      readonly of: number;
      /** What the data file of known cells says, where it knows this version. */
      readonly expected: string | null;
      readonly readings: readonly ProbeReading[];
      /** Why a repeat has no reading, one for each such repeat; absent when every repeat has one. */
      readonly missing?: readonly string[];
    }
  | {
      readonly probe: string;
      readonly harness: string;
      readonly state: 'not-probed';
      readonly reason: string;
    };

export interface ProbedHarness {
  readonly id: string;
  /** As the program itself gives it; null where it is not installed. */
  readonly version: string | null;
  readonly isolation: 'namespaces' | 'none' | null;
  /** Each digest of the first main request, ids mapped away: one where every repeat sent the same. */
  readonly firstRequests: readonly string[];
}

/** A session in which our own apparatus failed: it says nothing about the harness. */
export interface ProbeFailure {
  readonly harness: string;
  readonly session: string;
  /** From 0. */
  readonly repeat: number;
  readonly what: string;
}

/** What `measurand probe` finds. */
export interface ProbeMatrix {
  readonly format: 'measurand.probe-matrix/1';
  readonly repeats: number;
  readonly harnesses: readonly ProbedHarness[];
  readonly probes: readonly { readonly id: string; readonly title: string; readonly group: string }[];
  /** By probe, then by harness, in the order of the two lists above. */
  readonly cells: readonly ProbeCell[];
  /** Absent when the apparatus held in every session. */
  readonly failures?: readonly ProbeFailure[];
}

const Reading = z.strictObject({
  value: z.string(),
  detail: JsonObjectSchema.describe('Figures behind the value; they may differ between repeats'),
  excerpt: z.string().describe('Words of the request body behind the value'),
  place: z.string().describe('Where the excerpt stands in the stored bodies of its run'),
});

const Cell = z.discriminatedUnion('state', [
  z.strictObject({
    probe: z.string(),
    harness: z.string(),
    state: z.literal('probed'),
    value: z.string().describe('The commonest value of the repeats'),
    agreed: CountSchema.describe('Repeats that found it'),
    of: CountSchema,
    expected: z.string().nullable().describe('What is known of this cell at this version'),
    readings: z.array(Reading),
    missing: z
      .array(z.string())
      .describe('Why repeats have no reading, one each; absent when every repeat has one')
      .exactOptional(),
  }),
  z.strictObject({
    probe: z.string(),
    harness: z.string(),
    state: z.literal('not-probed'),
    reason: z.string(),
  }),
]);

/** `matrix.json` of `measurand probe`. */
export const ProbeMatrixSchema = schemaOf<ProbeMatrix>()(
  z.strictObject({
    format: z.literal('measurand.probe-matrix/1'),
    repeats: CountSchema,
    harnesses: z.array(
      z.strictObject({
        id: z.string(),
        version: z.string().nullable().describe('As the program itself gives it'),
        isolation: z.enum(['namespaces', 'none']).nullable(),
        firstRequests: z
          .array(DigestSchema)
          .describe(
            'Each digest of the first main request, ids mapped away: one where every repeat sent the same',
          ),
      }),
    ),
    probes: z.array(z.strictObject({ id: z.string(), title: z.string(), group: z.string() })),
    cells: z.array(Cell),
    failures: z
      .array(
        z.strictObject({ harness: z.string(), session: z.string(), repeat: CountSchema, what: z.string() }),
      )
      .describe('Sessions in which the apparatus failed; absent when there are none')
      .exactOptional(),
  }),
);
