import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { MeasurandError } from '../../core/errors.ts';
import type { FaultRule } from '../../gateway/fault-rules.ts';
import type { Intervention } from '../../gateway/interventions/intervention.ts';

/** One fault of the wire. */
export const FaultSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('status'),
    status: z.int().min(400).max(599),
    message: z.string(),
    headers: z.record(z.string(), z.string()).exactOptional(),
  }),
  z.strictObject({ type: z.literal('delay'), milliseconds: z.number().nonnegative() }),
  z.strictObject({ type: z.literal('hang') }),
  z.strictObject({ type: z.literal('cut'), after: z.union([z.int().nonnegative(), z.literal('call')]) }),
]);

const FaultFile = z
  .array(
    z.strictObject({
      id: z.string().min(1),
      when: z.strictObject({
        role: z.enum(['main', 'child', 'title', 'compaction', 'memory']).exactOptional(),
        results: z.int().nonnegative().exactOptional(),
        contains: z.string().min(1).exactOptional(),
        attempt: z.int().nonnegative().exactOptional(),
      }),
      faults: z.array(FaultSchema).min(1),
    }),
  )
  .min(1);

const Find = { find: z.string().min(1).exactOptional() };

const InterventionFile = z
  .array(
    z.strictObject({
      id: z.string().min(1),
      select: z.discriminatedUnion('kind', [
        z.strictObject({
          kind: z.literal('result'),
          callId: z.string().exactOptional(),
          tool: z.string().exactOptional(),
          contains: z.string().exactOptional(),
        }),
        z.strictObject({
          kind: z.literal('declaration'),
          tool: z.string(),
          namespace: z.string().exactOptional(),
        }),
      ]),
      action: z.union([
        z.strictObject({ type: z.literal('replace'), ...Find, text: z.string() }),
        z.strictObject({
          type: z.literal('complete'),
          text: z.string(),
          at: z.union([z.enum(['start', 'end']), z.strictObject({ after: z.string() })]),
        }),
        z.strictObject({ type: z.literal('withhold'), ...Find }),
        z.strictObject({ type: z.literal('withhold'), beyond: z.int().positive() }),
      ]),
    }),
  )
  .min(1);

function read<T>(file: string, schema: z.ZodType<T>, code: string, next: string): T {
  const refused = (what: string, field?: string): MeasurandError =>
    new MeasurandError(code, what, { file, ...(field === undefined ? {} : { field }), next });
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw refused(`cannot be read as JSON: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(issue?.message ?? 'has another form', issue?.path.join('.'));
}

/** Rules of a file of faults. @throws MeasurandError `invalid-fault` */
export const faultRules = (file: string): readonly FaultRule[] =>
  read(file, FaultFile, 'invalid-fault', 'Write a JSON list of {id, when, faults}');

/** Interventions of a file. @throws MeasurandError `invalid-intervention` */
export const interventionsOf = (file: string): readonly Intervention[] =>
  read(file, InterventionFile, 'invalid-intervention', 'Write a JSON list of {id, select, action}');
