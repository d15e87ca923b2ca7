import { z } from 'zod';
import { canonicalJson } from '../../../core/canonical.ts';
import type { JsonValue } from '../../../core/json.ts';
import { CountSchema, DigestSchema } from '../../../core/schemas/json.ts';
import { schemaOf } from '../../../core/schemas/schema-of.ts';
import type { Isolation } from '../contracts.ts';
import { firstRequestDigest } from '../probes/first-request.ts';
import type { HarnessRunResult } from '../run/harness-run.ts';

/** Name of the part of the evidence that says what a run was. */
export const SUMMARY_PART = 'summary.json';

/** What one run of a harness was, without a clock: by it two runs are told to differ in one thing or in more. */
export interface RunSummary {
  readonly format: 'measurand.native-run/1';
  readonly harness: string;
  readonly version: string;
  readonly isolation: Isolation['kind'];
  /** Why the run was not kept apart from the machine, if so. */
  readonly reason: string | null;
  /** Of all files, environment and arguments that the harness was given. */
  readonly prepared: string;
  /** Of the first request as the harness sent it, passing values mapped away; null when there was none. */
  readonly opening: string | null;
  readonly mainRequests: number;
  /** Requests that served the harness itself, by role. */
  readonly otherRequests: Readonly<Record<string, number>>;
  /** How often each intervention changed a result, and anything else, on its way to the model. */
  readonly interventions: Readonly<Record<string, { readonly results: number; readonly others: number }>>;
  readonly exits: readonly { readonly exitCode: number | null; readonly signal: string | null }[];
  /** Processes that were left when the harness had ended. */
  readonly orphans: readonly string[];
}

function othersOf({ requests }: HarnessRunResult): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { role } of requests) if (role !== 'main') counts[role] = (counts[role] ?? 0) + 1;
  return counts;
}

function interventionsOf({ boundary }: HarnessRunResult): RunSummary['interventions'] {
  const counts: Record<string, { results: number; others: number }> = {};
  for (const { intervention, target } of boundary.flatMap(({ interventions }) => interventions)) {
    const count = counts[intervention] ?? { results: 0, others: 0 };
    counts[intervention] = count;
    if (target.kind === 'result') count.results += 1;
    else count.others += 1;
  }
  return counts;
}

export function summaryOf(
  run: HarnessRunResult,
  { harness, version, isolation }: { harness: string; version: string; isolation: Isolation },
): RunSummary {
  const main = run.requests.filter(({ role }) => role === 'main');
  const [first] = main;
  return {
    format: 'measurand.native-run/1',
    harness,
    version,
    isolation: isolation.kind,
    reason: isolation.reason ?? null,
    prepared: run.preparedDigest,
    opening: first ? firstRequestDigest(first.view.body) : null,
    mainRequests: main.length,
    otherRequests: othersOf(run),
    interventions: interventionsOf(run),
    exits: run.outcomes.map(({ exitCode, signal }) => ({ exitCode, signal })),
    orphans: run.outcomes.flatMap(({ orphans }) => orphans),
  };
}

export const RunSummarySchema = schemaOf<RunSummary>()(
  z.strictObject({
    format: z.literal('measurand.native-run/1'),
    harness: z.string(),
    version: z.string().describe('As the program itself gave it'),
    isolation: z.enum(['namespaces', 'none']),
    reason: z.string().nullable().describe('Why the run was not kept apart from the machine'),
    prepared: DigestSchema.describe('Of files, environment and arguments that the harness was given'),
    opening: DigestSchema.nullable().describe('Of its first request, passing values mapped away'),
    mainRequests: CountSchema,
    otherRequests: z.record(z.string(), CountSchema),
    interventions: z.record(z.string(), z.strictObject({ results: CountSchema, others: CountSchema })),
    exits: z.array(z.strictObject({ exitCode: z.int().nullable(), signal: z.string().nullable() })),
    orphans: z.array(z.string()),
  }),
);

export const summaryText = (summary: RunSummary): string =>
  `${canonicalJson(summary as unknown as JsonValue)}\n`;
