import { z } from 'zod';
import { CountSchema, DigestSchema } from '../../core/schemas/json.ts';
import { schemaOf } from '../../core/schemas/schema-of.ts';
import type { PaperFigures } from '../comtrade/paper/index.ts';
import type { AuditDocument } from '../document.ts';
import { CardSchema, OriginSchema } from '../schema.ts';
import { MeasurementsSchema } from './measurements.ts';
import {
  CurvePlotSchema,
  CurveSchema,
  ForestRowSchema,
  JointSchema,
  OwnershipRowSchema,
  ProbeRowSchema,
  ScaffoldingRowSchema,
  SpectrumSchema,
} from './panels.ts';

const ofProfile = <T extends z.ZodType>(data: T) => z.strictObject({ profile: z.string(), data });

const PaperSchema = schemaOf<PaperFigures>()(
  z.strictObject({
    joint: JointSchema,
    providers: CountSchema,
    spectrum: SpectrumSchema,
    forest: z.array(ForestRowSchema),
    doseResponse: z.array(CurveSchema),
    scaffolding: z.array(ScaffoldingRowSchema),
    skips: z.strictObject({ skips: CountSchema, episodes: CountSchema }),
    judge: z.strictObject({ fabricated: z.number(), empty: z.number(), contradictoryDrop: z.number() }),
  }),
);

const Table = z.strictObject({
  id: z.string(),
  title: z.string(),
  about: z.string(),
  origin: OriginSchema,
  columns: z.array(
    z.strictObject({
      title: z.string(),
      format: z.union([
        z.literal('text'),
        z.literal('integer'),
        z.templateLiteral(['fixed:', z.number()]),
        z.templateLiteral(['signed:', z.number()]),
        z.templateLiteral(['percent:', z.number()]),
        z.templateLiteral(['significant:', z.number()]),
      ]),
    }),
  ),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});

const GeneratorCard = z.strictObject({
  profile: z.string(),
  title: z.string(),
  sections: z.array(
    z.strictObject({
      heading: z.string(),
      rows: z.array(z.strictObject({ name: z.string(), text: z.string() })),
    }),
  ),
});

/** `audit.json`, and what `measurand audit --json` prints. */
export const AuditDocumentSchema = schemaOf<AuditDocument>()(
  z.strictObject({
    format: z.literal('measurand.audit/1'),
    title: z.string(),
    target: z.string(),
    provenance: z.string(),
    version: z.string(),
    root: DigestSchema.describe('Merkle root over every episode that was run'),
    ledger: z.strictObject({ planned: CountSchema, states: z.record(z.string(), CountSchema) }),
    profiles: z.record(
      z.string(),
      z.strictObject({
        title: z.string(),
        about: z.string(),
        card: CardSchema,
        measurements: MeasurementsSchema,
      }),
    ),
    cards: z.array(CardSchema),
    paper: PaperSchema,
    panels: z.strictObject({
      joint: z.array(ofProfile(JointSchema)),
      spectra: z.array(SpectrumSchema),
      curves: z.array(CurvePlotSchema),
      forest: z.array(ForestRowSchema),
      scaffolding: z.array(ofProfile(z.array(ScaffoldingRowSchema))),
      ownership: z.array(ofProfile(z.array(OwnershipRowSchema))),
      probe: z.array(ofProfile(z.array(ProbeRowSchema))),
      tables: z.array(Table),
    }),
    generatorCards: z.array(GeneratorCard),
    notProbed: z.array(z.strictObject({ what: z.string(), why: z.string() })),
    howTo: z.array(z.string()),
  }),
);
