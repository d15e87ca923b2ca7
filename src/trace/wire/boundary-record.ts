import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { CountSchema, DigestSchema, JsonObjectSchema } from '../../core/schemas/json.ts';
import { schemaOf } from '../../core/schemas/schema-of.ts';
import type { WireProtocol } from './request-view.ts';
import type { WireOperation } from './route.ts';

/** What a request is for. Only `main` and `child` requests advance a conversation; the others serve the harness. */
export type RequestRole = 'main' | 'child' | 'title' | 'compaction' | 'count' | 'memory' | 'models';

/** One change that was made to a request on its way to the model. */
export interface AppliedIntervention {
  /** The `id` of the declared intervention. */
  readonly intervention: string;
  readonly action: 'replace' | 'complete' | 'withhold';
  /** What it changed: a result by its call id, a declaration by its name. */
  readonly target: { readonly kind: 'result' | 'declaration'; readonly name: string };
  /** Blob of the text as the harness sent it. */
  readonly before: string;
  /** Blob of the text as the model was shown it; null where the whole was taken out. */
  readonly after: string | null;
}

/**
 * One line of `boundary.jsonl`: one request and what became of it. Lines stand in the order in which exchanges ended.
 * Bodies are blobs, named by the SHA-256 of their bytes less secrets, in `blobs/<first two digits>/<rest>`. No clock
 * time is in it: those are in `timing.jsonl`.
 */
export interface BoundaryRecord {
  readonly format: 'measurand.boundary/1';
  /** In the order of arrival, from 0. */
  readonly arrival: number;
  /** Ticks of a logical clock of this gateway that each begin and each end advances: what ended before what began. */
  readonly ticks: { readonly began: number; readonly ended: number };
  /** Null for a request that was refused before its role was known, and for an unclassified one. */
  readonly role: RequestRole | null;
  readonly protocol: WireProtocol | null;
  readonly operation: WireOperation | null;
  readonly method: string;
  /** With its query, less secrets. */
  readonly path: string;
  /** As the request names it. */
  readonly model: string | null;
  readonly stream: boolean | null;
  /** Request headers of an allow-list. */
  readonly headers: Readonly<Record<string, string>>;
  /** Blob of the body as the harness sent it; null where it had none or was refused unread. */
  readonly sent: string | null;
  /** Blob of the body as the model was shown it: other than `sent` where something intervened or translated. */
  readonly shown: string | null;
  /** Who answered: the id of a back end, or `gateway` where the gateway itself did. */
  readonly backend: string;
  /** The reply that a back end chose; null where bytes were passed through or the gateway answered. */
  readonly reply: JsonObject | null;
  /** Blob of what a real upstream answered, where that was translated. */
  readonly answered: string | null;
  /** HTTP status; null where none was sent. */
  readonly status: number | null;
  readonly replyHeaders: Readonly<Record<string, string>>;
  /** Blob of the body that was handed to the harness, up to where it ended. */
  readonly received: string | null;
  /** Whether the whole answer was handed over. */
  readonly complete: boolean;
  /** Whether the harness closed the connection before the answer was whole. */
  readonly closedEarly: boolean;
  /** Where the counts of tokens in the answer come from; null where it has none. */
  readonly usage: 'declared' | 'estimated' | 'upstream' | null;
  /** What went wrong on purpose. */
  readonly faults: readonly JsonObject[];
  readonly interventions: readonly AppliedIntervention[];
  /** What a translation between protocols could not carry over, one sentence each. */
  readonly losses: readonly string[];
  /** Why the request was refused or could not be answered. */
  readonly problem: { readonly code: string; readonly message: string } | null;
}

const Headers = z.record(z.string(), z.string());

/** One line of `boundary.jsonl`. */
export const BoundaryRecordSchema = schemaOf<BoundaryRecord>()(
  z.strictObject({
    format: z.literal('measurand.boundary/1'),
    arrival: CountSchema.describe('In the order of arrival, from 0'),
    ticks: z
      .strictObject({ began: CountSchema, ended: CountSchema })
      .describe('Of a logical clock that each begin and each end of an exchange advances'),
    role: z.enum(['main', 'child', 'title', 'compaction', 'count', 'memory', 'models']).nullable(),
    protocol: z.enum(['anthropic-messages', 'openai-responses', 'openai-chat', 'gemini']).nullable(),
    operation: z.enum(['generate', 'count', 'models']).nullable(),
    method: z.string(),
    path: z.string().describe('With its query, less secrets'),
    model: z.string().nullable(),
    stream: z.boolean().nullable(),
    headers: Headers.describe('Request headers of an allow-list'),
    sent: DigestSchema.nullable().describe('Blob of the body as the harness sent it'),
    shown: DigestSchema.nullable().describe('Blob of the body as the model was shown it'),
    backend: z.string().describe('Who answered; `gateway` for the gateway itself'),
    reply: JsonObjectSchema.nullable().describe('The reply that a back end chose'),
    answered: DigestSchema.nullable().describe('Blob of what an upstream of another protocol answered'),
    status: z.int().nullable().describe('HTTP status; null where none was sent'),
    replyHeaders: Headers,
    received: DigestSchema.nullable().describe('Blob of the body that was handed to the harness'),
    complete: z.boolean().describe('Whether the whole answer was handed over'),
    closedEarly: z.boolean().describe('Whether the harness closed the connection first'),
    usage: z.enum(['declared', 'estimated', 'upstream']).nullable(),
    faults: z.array(JsonObjectSchema),
    interventions: z.array(
      z.strictObject({
        intervention: z.string(),
        action: z.enum(['replace', 'complete', 'withhold']),
        target: z.strictObject({ kind: z.enum(['result', 'declaration']), name: z.string() }),
        before: DigestSchema,
        after: DigestSchema.nullable(),
      }),
    ),
    losses: z.array(z.string()),
    problem: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  }),
);
