import { z } from 'zod';
import { CountSchema, DigestSchema } from '../../core/schemas/json.ts';
import { schemaOf } from '../../core/schemas/schema-of.ts';
import { CardSchema } from '../schema.ts';
import { AuditDocumentSchema } from '../schemas/document.ts';
import type { TargetAudit } from './document.ts';
import type { BridgeMeasurements } from './measurements.ts';

const Totals = {
  edits: CountSchema,
  telling: CountSchema,
  tried: CountSchema,
  accepted: CountSchema,
  rejected: CountSchema,
};
const Pair = z.strictObject({ tried: CountSchema, differ: CountSchema });
const Same = z.strictObject({ tried: CountSchema, same: CountSchema });

const EditRow = z.strictObject({
  title: z.string(),
  label: z.enum(['degrading', 'equivalent', 'undecided']),
  group: z.enum(['battery', 'kernel', 'null']),
  tasks: CountSchema,
  tried: CountSchema.describe('Edited submissions that got a score'),
  accepted: CountSchema.describe('Scored as high as the correct submission, less the resolution'),
  preferred: CountSchema,
  exceptions: CountSchema,
  notProbed: CountSchema,
  example: z.strictObject({ task: z.string(), place: z.string() }).nullable(),
});

const MinimalPairs = z.array(
  z.strictObject({
    task: z.string(),
    edits: z.array(z.string()),
    places: z.array(z.string()),
    correct: z.string().describe('JSON text of the submission'),
    worse: z.string().describe('JSON text of the submission'),
    correctScore: z.number(),
    score: z.number(),
    seed: z.int(),
    candidate: CountSchema,
  }),
);

const Falsification = z.strictObject({
  submission: z.string().describe('The kind of submission that was declared, or `schema`'),
  seed: z.int(),
  tasks: CountSchema,
  candidates: CountSchema,
  scored: CountSchema.describe('Worse submissions that got a score'),
  hits: CountSchema.describe('Worse submissions that scored as high as the correct one, less the resolution'),
  telling: CountSchema.describe('Tasks with at least one hit'),
  pairs: MinimalPairs,
  unseen: MinimalPairs.describe('One pair for each undecided edit that leaves the score as it is'),
});

const Apparatus = z.strictObject({
  isolation: z.strictObject({
    processGroup: z.boolean(),
    freshFolder: z.boolean(),
    environmentAllowList: z.boolean(),
    processNamespace: z.boolean(),
    networkNamespace: z.boolean(),
    readOnly: z.array(z.string()),
    limits: z.array(z.string()),
  }),
  network: z.string(),
  modelCalls: z.string(),
  stubs: z.array(z.string()),
  runtime: z.strictObject({ language: z.string(), version: z.string() }),
  licence: z.string(),
  provenance: z.strictObject({
    package: z.string().nullable(),
    version: z.string().nullable(),
    vcs: z.string().nullable(),
    commit: z.string().nullable(),
    dirty: z.boolean().nullable(),
    tree: z.string().nullable(),
    files: z.array(z.strictObject({ path: z.string(), sha256: z.string(), role: z.string() })),
  }),
  restarts: CountSchema,
  failures: z.array(z.strictObject({ method: z.string(), fault: z.string(), message: z.string() })),
});

const Measurements = schemaOf<BridgeMeasurements>()(
  z.strictObject({
    target: z.strictObject({
      name: z.string(),
      variant: z.string(),
      scorerKind: z.enum(['shape', 'outcome', 'specification', 'judge']),
      submission: z.string(),
      resolution: z.number(),
    }),
    tasks: z.strictObject({ listed: CountSchema, probed: CountSchema }),
    correct: z.strictObject({ tried: CountSchema, accepted: CountSchema, failing: z.array(z.string()) }),
    battery: z.strictObject({
      ...Totals,
      tasks: CountSchema,
      submissions: CountSchema,
      deviating: CountSchema,
    }),
    degrading: z.strictObject(Totals),
    twins: z.strictObject(Totals),
    kernel: z.record(z.string(), EditRow),
    judge: z
      .strictObject({
        judge: z.string(),
        origin: z.enum(['recording', 'endpoint']),
        pairwise: z.boolean(),
        tried: CountSchema,
        failed: CountSchema,
        probes: z.record(
          z.string(),
          z.strictObject({
            title: z.string(),
            kind: z.enum(['attack', 'twin', 'steady']),
            tried: CountSchema,
            failed: CountSchema,
            notProbed: CountSchema,
            example: z.string().nullable(),
          }),
        ),
      })
      .nullable(),
    falsification: Falsification.nullable(),
    metamorphic: z
      .strictObject({
        tried: CountSchema,
        changed: CountSchema,
        example: z
          .strictObject({ task: z.string(), edit: z.string(), first: z.number(), again: z.number() })
          .nullable(),
      })
      .nullable(),
    nullFloor: z.strictObject({ tried: CountSchema, above: CountSchema, tasks: z.array(z.string()) }),
    leak: z
      .strictObject({
        displays: CountSchema,
        holding: CountSchema,
        tasks: CountSchema.describe('Tasks with a solution that an example could hold'),
        leaked: z.array(z.string()).describe('Tasks of which one example holds the whole solution'),
      })
      .nullable(),
    replay: z.strictObject({
      sampled: CountSchema,
      sameProcess: Pair,
      freshProcess: Pair,
      stateLeak: Pair,
      example: z.strictObject({ task: z.string(), first: z.string(), again: z.string() }).nullable(),
    }),
    ownership: z
      .strictObject({
        levels: z.array(z.string()),
        decisions: z.array(
          z.strictObject({ id: z.string(), owner: z.record(z.string(), z.string()), evidence: z.string() }),
        ),
        executed: CountSchema,
        taken: CountSchema,
        confirmedBy: z.string().nullable(),
        proposal: z
          .strictObject({
            model: z.string(),
            answeredBy: z.enum(['language model', 'script', 'program']),
            digest: DigestSchema,
            status: z.enum(['proposed', 'confirmed']),
          })
          .exactOptional(),
      })
      .nullable(),
    stored: z.array(
      z.strictObject({
        file: z.string(),
        records: CountSchema,
        verdicts: Same,
        hashes: Same,
        differing: z.array(
          z.strictObject({
            task: z.string(),
            trial: z.string(),
            recorded: z.number(),
            replayed: z.number().nullable(),
            note: z.string(),
          }),
        ),
      }),
    ),
    exceptions: z.array(
      z.strictObject({ type: z.string(), count: CountSchema, task: z.string(), message: z.string() }),
    ),
    notProbed: z.array(z.strictObject({ what: z.string(), count: CountSchema, why: z.string() })),
    outcomes: z.strictObject({ score: CountSchema, exception: CountSchema, notProbed: CountSchema }),
    requests: CountSchema,
    modelCalls: CountSchema,
    apparatus: Apparatus,
  }),
);

/** `audit.json` of a released scorer, and what `measurand audit TARGET --json` prints. */
export const TargetAuditSchema = schemaOf<TargetAudit>()(
  z.strictObject({
    format: z.literal('measurand.target-audit/1'),
    title: z.string(),
    target: z.string(),
    provenance: z.string(),
    version: z.string(),
    root: DigestSchema.describe('Digest of every submission that was scored, with what came of it'),
    ledger: AuditDocumentSchema.shape.ledger,
    profiles: z.record(
      z.string(),
      z.strictObject({ title: z.string(), about: z.string(), card: CardSchema, measurements: Measurements }),
    ),
    cards: z.array(CardSchema),
    panels: AuditDocumentSchema.shape.panels,
    generatorCards: AuditDocumentSchema.shape.generatorCards,
    notProbed: AuditDocumentSchema.shape.notProbed,
    howTo: z.array(z.string()),
  }),
);
