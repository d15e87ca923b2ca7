import type { EpisodeArchive } from '../../archive/archive.ts';

import { MemoryArchive } from '../../archive/memory.ts';
import { rootOf } from '../../archive/root.ts';
import type { EpisodeCoordinates, EpisodeRecord, RunControl } from '../../core/contracts/index.ts';
import { digestOf } from '../../core/digest.ts';
import { MeasurandError } from '../../core/errors.ts';
import type { JsonValue } from '../../core/json.ts';
import { packageVersion } from '../../core/version.ts';
import { scaffoldNamed } from '../../scaffolds/registry.ts';
import { scorerNamed } from '../../scorers/registry.ts';
import type { StudyAnalysis } from '../../study/built-in.ts';
import { ledgerOf, recordsOfPlan } from '../../study/ledger.ts';
import { runCells } from '../../study/run-cells.ts';
import { COMTRADE_DECISIONS, type ComtradeProfile } from '../../tasks/comtrade/definitions.ts';
import type { AuditDocument, AuditedProfileDocument } from '../document.ts';
import type { Card } from '../types.ts';
import { buildCard } from './cards.ts';
import { generatorCard } from './generator-card.ts';
import { type AuditParts, measureProfile } from './measure.ts';
import { LEVELS, type ProfileMeasurements } from './measurements.ts';
import { auditPanels } from './panels.ts';
import { paperFigures } from './paper/index.ts';
import { AUDIT_SCORERS, auditCells, JOINT_TASK } from './plan.ts';
import { AUDITED_PROFILES, type AuditedProfile } from './profile.ts';

export interface ComtradeAuditOptions extends RunControl {
  /** @default both */
  readonly profiles?: readonly ComtradeProfile[];
  /** Where episodes are kept and looked for. @default in memory */
  readonly archive?: EpisodeArchive;
  /** Worker threads; the result does not depend on it. @default 0 */
  readonly workers?: number;
  /** Analyses of the non-stationarity experiments, which the report shows beside the cards. */
  readonly experiments?: readonly StudyAnalysis[];
}

const TARGET = 'comtrade';
const PROVENANCE =
  'ComtradeBench as restated from its public release (snapshot 205bdf0), behaviour for behaviour and checked against vectors that the release produced; that snapshot may differ from the code behind the paper.';

const CARD_SCORERS = ['shape-judge', 'truth'] as const;

function auditParts(): AuditParts {
  return {
    scorers: {
      judge: scorerNamed('shape-judge'),
      truth: scorerNamed('truth'),
      truthById: scorerNamed('truth-id'),
    },
    scaffolds: { L0: scaffoldNamed('l0'), L1: scaffoldNamed('l1'), L2: scaffoldNamed('l2') },
  };
}

/** Runs what the archive does not hold, and refuses to go on with anything less than the whole plan. */
async function runPlan(
  cells: readonly EpisodeCoordinates[],
  archive: EpisodeArchive,
  options: ComtradeAuditOptions,
) {
  const { workers = 0, signal, onProgress } = options;
  await runCells(cells, {
    archive,
    scorers: [...AUDIT_SCORERS],
    workers,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
  const records = recordsOfPlan(cells, (id) => archive.get(id));
  const ledger = ledgerOf(cells, records);
  const lost = ledger.states.missing + ledger.states.errored + ledger.states['timed-out'];
  if (lost > 0) {
    signal?.throwIfAborted();
    const first = records.find(
      ({ state }) => state === 'errored' || state === 'missing' || state === 'timed-out',
    );
    throw new MeasurandError(
      'audit-incomplete',
      `${lost} of ${ledger.planned} episodes did not finish; the first says: ${first?.error?.message ?? first?.stop ?? 'nothing'}`,
      {
        kind: 'apparatus',
        ...(first ? { record: first.id } : {}),
        next: 'No card is printed from part of a plan',
      },
    );
  }
  return { records, ledger };
}

const digests = (records: readonly EpisodeRecord[]): Map<string, string> =>
  new Map(records.map((record) => [record.id, digestOf(record as unknown as JsonValue)]));

/** The episodes of the joint intervention once more, in a fresh archive and in reverse order. */
async function replayed(profile: AuditedProfile, records: readonly EpisodeRecord[], signal?: AbortSignal) {
  const cells = auditCells(profile).filter(({ task, seed }) => task === JOINT_TASK && seed === 0);
  const again = new MemoryArchive();
  await runCells(cells.toReversed(), {
    archive: again,
    scorers: [...AUDIT_SCORERS],
    ...(signal === undefined ? {} : { signal }),
  });
  const second = digests([...again.records()]);
  const first = digests(records.filter((record) => second.has(record.id)));
  return { first, second };
}

function cardsOf(
  profile: AuditedProfile,
  measurements: ProfileMeasurements,
  parts: AuditParts,
  document: unknown,
): Card[] {
  return LEVELS.flatMap((level) =>
    CARD_SCORERS.map((scorer) =>
      buildCard(
        {
          target: TARGET,
          profile: profile.name,
          level,
          scorer,
          scorerKind: scorer === parts.scorers.judge.id ? parts.scorers.judge.kind : parts.scorers.truth.kind,
          headline: profile.headline.level === level && profile.headline.scorer === scorer,
          decisions: COMTRADE_DECISIONS,
          measurements,
          protocol: profile.protocol,
        },
        document,
        `profiles[${profile.name}].measurements`,
      ),
    ),
  );
}

const NOT_PROBED = [
  {
    what: 'Language models',
    why: 'no model was called: populations here are archetypes, made to behave in documented ways, and say nothing about how language models vary',
  },
  {
    what: 'Wall-clock behaviour',
    why: 'simulated episodes do not sleep; waits are recorded and not spent',
  },
  { what: 'The code behind the paper', why: 'only the public snapshot can be seen' },
];

const HOW_TO = [
  'measurand audit comtrade --json: this document',
  'measurand reproduce: the paper’s tables from their printed rows',
  'measurand run b2 --models always-retry,quota-aware,always-skip: the squeeze experiment',
  'measurand selftest: every check of this audit against a target on which it must fail',
];

/**
 * Audits ComtradeBench in all six stages, with no model call: runs archetypes through every level, measures environment,
 * ownership, scorers and reliability, and writes the cards that the findings license. The same options give the same
 * document, byte for byte, on any number of workers.
 *
 * @throws MeasurandError `audit-incomplete` when an episode did not finish, `claim-refused` when a sentence would not
 * match its measurements
 */
export async function auditComtrade(options: ComtradeAuditOptions = {}): Promise<AuditDocument> {
  const names = options.profiles ?? (Object.keys(AUDITED_PROFILES) as ComtradeProfile[]);
  const profiles = names.map((name) => AUDITED_PROFILES[name]);
  const parts = auditParts();
  const paper = paperFigures();
  const archive = options.archive ?? new MemoryArchive();
  const cells = profiles.flatMap(auditCells);
  const { records, ledger } = await runPlan(cells, archive, options);
  const measured: Record<string, ProfileMeasurements> = {};
  for (const profile of profiles) {
    const own = records.filter(({ coordinates }) => coordinates.profile === profile.name);
    measured[profile.name] = await measureProfile(
      {
        profile,
        records: own,
        replayed: await replayed(profile, own, options.signal),
        printed: paper.spectrum,
      },
      parts,
    );
  }
  const evidence = {
    paper,
    profiles: Object.fromEntries(
      Object.entries(measured).map(([name, measurements]) => [name, { measurements }]),
    ),
  };
  const cards = profiles.flatMap((profile) =>
    cardsOf(profile, measured[profile.name] as ProfileMeasurements, parts, evidence),
  );
  return {
    format: 'measurand.audit/1',
    title: `Validity audit of ${profiles.map(({ title }) => title).join(' and ')}`,
    target: TARGET,
    provenance: PROVENANCE,
    version: packageVersion(),
    root: rootOf(records),
    ledger,
    profiles: Object.fromEntries(
      profiles.map(({ name, title, about }): [string, AuditedProfileDocument] => [
        name,
        {
          title,
          about,
          card: cards.find((card) => card.profile === name && card.headline) as Card,
          measurements: measured[name] as ProfileMeasurements,
        },
      ]),
    ),
    cards,
    paper,
    panels: auditPanels(measured, options.experiments ?? [], paper),
    generatorCards: profiles.map((profile) =>
      generatorCard(profile, measured[profile.name] as ProfileMeasurements),
    ),
    notProbed: NOT_PROBED,
    howTo: HOW_TO,
  };
}
