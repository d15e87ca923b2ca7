import { z } from 'zod';
import { CountSchema, DigestSchema } from '../../../core/schemas/json.ts';
import { schemaOf } from '../../../core/schemas/schema-of.ts';

/** How one user turn ended. */
export interface TurnRecord {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  /** The limit that it passed, for which it was ended. */
  readonly limit: string | null;
  /** Bytes that each stream carried. What was kept of them stands in `turns/<turn>/`. */
  readonly written: { readonly stdout: number; readonly stderr: number };
  readonly truncated: boolean;
  /** Command lines of what it left running. */
  readonly orphans: readonly string[];
  /** Signals that were sent to it, as planned. */
  readonly signalled: readonly { readonly signal: string; readonly target: string }[];
}

/** `run.json`: what a run of a harness was, beside all that it left. Times are in `boundary/timing.jsonl` alone. */
export interface HarnessRunRecord {
  readonly format: 'measurand.harness-run/1';
  readonly harness: string;
  /** As the program itself gives it. */
  readonly version: string;
  readonly isolation: 'namespaces' | 'none';
  /** Of all files, the environment and the arguments that the harness was given. */
  readonly prepared: string;
  readonly prompts: readonly string[];
  readonly turns: readonly TurnRecord[];
  /** Why a later turn was not started; null where all were. */
  readonly notResumed: string | null;
  /** The harness's own records, copied below `native/`, by the reader that takes them. */
  readonly native: readonly { readonly reader: string; readonly files: readonly string[] }[];
  /** What makes the run worthless as evidence; null where nothing does. */
  readonly failure: string | null;
}

/** The schema of `run.json`. */
export const HarnessRunRecordSchema = schemaOf<HarnessRunRecord>()(
  z.strictObject({
    format: z.literal('measurand.harness-run/1'),
    harness: z.string(),
    version: z.string().describe('As the program itself gives it'),
    isolation: z.enum(['namespaces', 'none']),
    prepared: DigestSchema.describe('Of all files, the environment and the arguments, less the token'),
    prompts: z.array(z.string()),
    turns: z.array(
      z.strictObject({
        exitCode: z.int().nullable(),
        signal: z.string().nullable(),
        timedOut: z.boolean(),
        limit: z.string().nullable(),
        written: z.strictObject({ stdout: CountSchema, stderr: CountSchema }),
        truncated: z.boolean(),
        orphans: z.array(z.string()).describe('Command lines of what it left running'),
        signalled: z.array(z.strictObject({ signal: z.string(), target: z.string() })),
      }),
    ),
    notResumed: z.string().nullable().describe('Why a later turn was not started'),
    native: z.array(z.strictObject({ reader: z.string(), files: z.array(z.string()) })),
    failure: z.string().nullable().describe('What makes the run worthless as evidence'),
  }),
);
