import { z } from 'zod';
import { CountSchema } from '../../core/schemas/json.ts';
import { schemaOf } from '../../core/schemas/schema-of.ts';
import type { ProfileMeasurements } from '../comtrade/measurements.ts';
import {
  JointSchema,
  OwnershipRowSchema,
  ProbeRowSchema,
  ScaffoldingRowSchema,
  SpectrumSchema,
} from './panels.ts';

type Part<K extends keyof ProfileMeasurements> = ProfileMeasurements[K];

const names = z.array(z.string());
const byName = <T extends z.ZodType>(value: T) => z.record(z.string(), value);
const byLevel = <T extends z.ZodType>(value: T) => z.strictObject({ L0: value, L1: value, L2: value });

const Environment = schemaOf<Part<'environment'>>()(
  z.strictObject({
    seedSensitivity: z.strictObject({
      seeds: CountSchema,
      tasks: CountSchema,
      sameRecords: CountSchema,
      sameService: CountSchema,
      byTask: byName(z.strictObject({ distinctTruths: CountSchema, distinctServices: CountSchema })),
    }),
    faultWitness: z.strictObject({
      seeds: CountSchema,
      declared: CountSchema,
      always: CountSchema,
      sometimes: CountSchema,
      never: CountSchema,
      byTask: byName(byName(CountSchema)),
      missing: names,
    }),
    reachability: z.strictObject({
      seeds: CountSchema,
      tasks: CountSchema,
      whole: CountSchema,
      short: CountSchema,
      byTask: byName(
        z.strictObject({
          truth: CountSchema,
          straight: CountSchema,
          attainable: CountSchema,
          requestsStraight: CountSchema,
          requestsAttainable: CountSchema,
          requestBudget: CountSchema,
        }),
      ),
      shortTasks: names,
    }),
    inertSettings: z.strictObject({
      settings: CountSchema,
      acting: CountSchema,
      inert: CountSchema,
      probes: z.array(
        z.strictObject({ setting: z.string(), task: z.string(), change: z.string(), acts: z.boolean() }),
      ),
      inertSettings: names,
    }),
    replay: z.strictObject({
      walks: CountSchema,
      walksDiffering: CountSchema,
      episodes: CountSchema,
      episodesDiffering: CountSchema,
      differing: names,
    }),
  }),
);

const VisibleRecall = z.strictObject({
  window: CountSchema.nullable().describe('Characters of one tool result that the model is shown; null: all'),
  tasks: CountSchema,
  partial: CountSchema,
  partialTasks: names,
  byTask: byName(
    z.strictObject({
      truth: CountSchema,
      whole: CountSchema,
      begun: CountSchema,
      f1Whole: z.number(),
      f1Begun: z.number(),
      cutResults: CountSchema,
    }),
  ),
});

const Ownership = z.strictObject({
  scaffold: z.string(),
  claimed: CountSchema,
  owned: CountSchema,
  notOwned: CountSchema,
  missing: names,
  contradicted: names,
  neverMade: names,
  rows: z.array(OwnershipRowSchema),
});

const NonDegeneracy = z.strictObject({
  population: CountSchema,
  decisions: CountSchema,
  live: CountSchema,
  degenerate: CountSchema,
  byDecision: byName(
    z.strictObject({
      decision: z.string(),
      choices: CountSchema,
      made: CountSchema,
      contrast: z.strictObject({ decision: z.string(), model: z.string(), against: z.string() }),
      compared: CountSchema,
      moved: CountSchema,
      largest: z.number(),
    }),
  ),
  degenerateDecisions: names,
});

const EditAcceptance = z.strictObject({
  title: z.string(),
  effect: z.enum(['degrading', 'equivalent', 'undecided']),
  tried: CountSchema,
  accepted: CountSchema,
  preferred: CountSchema,
  lowest: z.number(),
  highest: z.number(),
  largestDrop: z.number(),
});

const CounterExample = z.strictObject({
  edits: names,
  score: z.number(),
  correctScore: z.number(),
  quality: z.number(),
  difference: z.strictObject({ line: CountSchema, correct: z.string(), example: z.string() }),
  seed: CountSchema,
  candidate: CountSchema,
});

const ScorerProbe = z.strictObject({
  criterion: z.strictObject({
    resolution: z.number(),
    degrading: z.strictObject({
      edits: CountSchema,
      tried: CountSchema,
      accepted: CountSchema,
      preferred: CountSchema,
    }),
    twins: z.strictObject({ edits: CountSchema, tried: CountSchema, rejected: CountSchema }),
    byEdit: byName(EditAcceptance),
    falsifier: z.strictObject({
      candidates: CountSchema,
      hits: CountSchema,
      smallest: CounterExample.nullable(),
      highest: CounterExample.nullable(),
    }),
  }),
  nullFloor: z.strictObject({
    resolution: z.number(),
    tasks: CountSchema,
    highest: z.number(),
    above: CountSchema,
    byTask: byName(z.strictObject({ empty: z.number(), declared: z.number() })),
  }),
  tracePreference: z.strictObject({
    resolution: z.number(),
    edits: CountSchema,
    tried: CountSchema,
    moved: CountSchema,
    largestDrop: z.number(),
    byEdit: byName(EditAcceptance),
  }),
});

const Served = z.strictObject({ records: CountSchema, requests: CountSchema, score: z.number() });

/** Everything that was measured on one profile. */
export const MeasurementsSchema = schemaOf<ProfileMeasurements>()(
  z.strictObject({
    environment: Environment,
    visibleRecall: z.strictObject({
      L0: VisibleRecall,
      L1: VisibleRecall,
      L2: VisibleRecall,
      window: VisibleRecall,
    }),
    ownership: byLevel(Ownership),
    nonDegeneracy: byLevel(NonDegeneracy),
    probe: byName(ScorerProbe),
    probeRows: z.array(ProbeRowSchema),
    inversions: z.array(
      z.strictObject({
        task: z.string(),
        truth: CountSchema,
        less: Served,
        more: Served,
        inverted: z.boolean(),
      }),
    ),
    joint: JointSchema,
    reliability: z.strictObject({
      models: CountSchema,
      seeds: CountSchema,
      tasks: CountSchema,
      fewest: CountSchema,
      most: CountSchema,
      spectrum: SpectrumSchema,
    }),
    outputFloor: byName(
      z.strictObject({
        protocol: z.enum(['single', 'chunked', 'by-id']),
        outputTokens: CountSchema,
        tokensPerRow: z.number(),
        tasks: CountSchema,
        floored: CountSchema,
        flooredTasks: names,
        byTask: byName(
          z.strictObject({ truth: CountSchema, rows: CountSchema, cap: z.number(), executed: z.number() }),
        ),
      }),
    ),
    scaffolding: z.array(ScaffoldingRowSchema),
  }),
);
