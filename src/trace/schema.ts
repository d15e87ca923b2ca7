import { z } from 'zod';
import { CountSchema, DigestSchema, JsonValueSchema } from '../core/schemas/json.ts';
import { schemaOf } from '../core/schemas/schema-of.ts';
import { TRACE_FORMAT, type TraceEvent, VISIBILITIES } from './event.ts';
import type { TracePayload } from './payload.ts';
import { QualitySchema } from './quality/schema.ts';
import type { TraceHeader } from './trace.ts';

const text = z.string();
const some = text.exactOptional();
const number = z.number().exactOptional();
const flag = z.boolean().exactOptional();
const Parts = z.array(z.strictObject({ kind: text, bytes: CountSchema }));

// JSON values nest without end, which `schemaOf` cannot compare: here the type is checked one way.
const Payload: z.ZodType<TracePayload> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('session'),
    phase: z.enum(['start', 'end', 'facts']),
    ...{ harness: some, version: some, model: some, cwd: some, parent: some, reason: some },
  }),
  z.strictObject({
    kind: z.literal('turn'),
    phase: z.enum(['start', 'end']),
    of: z.enum(['turn', 'step']),
    reason: some,
    milliseconds: number,
  }),
  z.strictObject({
    kind: z.literal('message'),
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
    text,
    reasoning: some,
    origin: z.enum(['user', 'harness', 'model']).exactOptional(),
    parts: Parts,
  }),
  z.strictObject({
    kind: z.literal('request'),
    ...{ protocol: some, path: some, model: some, role: some },
    messages: CountSchema.exactOptional(),
    body: DigestSchema.exactOptional().describe('Of the canonical JSON of the body'),
    system: some,
  }),
  z.strictObject({
    kind: z.literal('response'),
    text: some,
    calls: z.array(z.strictObject({ id: some, name: text, args: JsonValueSchema })),
    stop: some,
    model: some,
  }),
  z.strictObject({
    kind: z.literal('declarations'),
    tools: z.array(z.strictObject({ name: text, description: some })).nullable(),
    count: CountSchema.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('call'), name: text, namespace: some, args: JsonValueSchema }),
  z.strictObject({
    kind: z.literal('result'),
    name: some,
    text: some,
    parts: Parts,
    isError: flag,
    status: some,
    exitCode: number,
    signal: some,
    milliseconds: number,
    truncated: flag,
  }),
  z.strictObject({ kind: z.literal('approval'), decision: text, by: some, reason: some }),
  z.strictObject({
    kind: z.literal('process'),
    phase: z.enum(['start', 'progress', 'end']),
    ...{ command: some, pid: some, cwd: some, output: some, errorOutput: some },
    exitCode: number,
    ...{ signal: some, status: some },
    isError: flag,
    milliseconds: number,
  }),
  z.strictObject({ kind: z.literal('file-change'), paths: z.array(text), change: some }),
  z.strictObject({ kind: z.literal('compaction'), summary: some, trigger: some, tokensBefore: number }),
  z.strictObject({
    kind: z.literal('child'),
    phase: z.enum(['start', 'progress', 'end']),
    ...{ child: some, prompt: some, status: some, answer: some },
  }),
  z.strictObject({
    kind: z.literal('notice'),
    phase: z.enum(['accepted', 'delivered', 'removed']),
    of: z.enum(['prompt', 'background']),
    text: some,
    task: some,
  }),
  z.strictObject({
    kind: z.literal('usage'),
    scope: z.enum(['response', 'step', 'turn', 'session']),
    key: text,
    model: some,
    ...{ input: number, output: number, cached: number, cacheWrite: number, reasoning: number },
    counted: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('error'), message: text, code: some }),
  z.strictObject({ kind: z.literal('setting'), name: text, value: JsonValueSchema }),
  z.strictObject({ kind: z.literal('chunk'), of: text, text: some }),
  z.strictObject({ kind: z.literal('raw'), reason: text, value: JsonValueSchema }),
]);

/** One line of `events.jsonl` in the folder of a trace. */
export const TraceEventSchema: z.ZodType<TraceEvent> = z.strictObject({
  id: text.describe('Record and part, both from 0'),
  record: CountSchema,
  visibility: z.enum(VISIBILITIES),
  position: z.strictObject({
    file: text,
    line: CountSchema.exactOptional(),
    bytes: z.tuple([CountSchema, CountSchema]).exactOptional(),
    at: some,
    digest: DigestSchema,
  }),
  native: z.strictObject({
    session: some,
    agent: some,
    turn: some,
    message: some,
    request: some,
    call: some,
  }),
  parents: z.array(text).describe('Native ids'),
  time: some.describe('As the source writes it; never orders events across sessions'),
  inferred: z.array(text).describe('What the reader concluded instead of reading'),
  synthetic: some,
  payload: Payload,
});

const Source = z.strictObject({ file: text, bytes: CountSchema, digest: DigestSchema });

/** `trace.json` in the folder of a trace. */
export const TraceHeaderSchema = schemaOf<TraceHeader>()(
  z.strictObject({
    format: z.literal(TRACE_FORMAT),
    reader: text,
    harness: some,
    versions: z.array(text),
    sources: z.array(Source),
    sessions: z.array(text),
    events: CountSchema,
    ledger: z
      .strictObject({
        read: CountSchema,
        mapped: CountSchema,
        raw: CountSchema,
        unpaired: CountSchema,
        dropped: CountSchema,
      })
      .describe('read is the sum of the others'),
    unpaired: z.strictObject({ calls: z.array(text), results: z.array(text) }),
    problems: z.array(
      z.strictObject({
        code: text,
        what: text,
        file: text,
        line: CountSchema.exactOptional(),
        record: z.int().exactOptional(),
        field: some,
      }),
    ),
    problemCount: CountSchema,
    tokens: z.strictObject({
      responses: CountSchema,
      input: z.number(),
      output: z.number(),
      cached: z.number(),
      naive: z.strictObject({ input: z.number(), output: z.number() }),
      rule: text,
    }),
    quality: QualitySchema,
  }),
);
