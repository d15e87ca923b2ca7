import type { EpisodeArchive } from '../archive/archive.ts';
import { MemoryArchive } from '../archive/memory.ts';
import { auditComtrade } from '../audit/comtrade/audit.ts';
import type { AuditDocument } from '../audit/document.ts';
import { CARD_ITEMS, type Card, type CardItemId } from '../audit/types.ts';
import type { RunControl } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import type { StudyAnalysis } from '../study/built-in.ts';
import { recordsOfPlan } from '../study/ledger.ts';
import { runCells } from '../study/run-cells.ts';
import { COMTRADE_PROFILES, type ComtradeProfile } from '../tasks/comtrade/definitions.ts';
import { builtInStudies } from './studies/index.ts';

export interface AuditOptions extends RunControl {
  /** What is audited; `comtrade` is the target that ships with Measurand. */
  readonly target: string;
  /** @default both */
  readonly profile?: string;
  /** Folder of an archive that keeps the episodes. @default in memory */
  readonly archive?: string;
  /** Worker threads; the result does not depend on it. @default 0 */
  readonly workers?: number;
}

/** The targets that ship with Measurand. */
export const AUDIT_TARGETS = ['comtrade'] as const;

function checkedProfile(profile: string | undefined): readonly ComtradeProfile[] {
  if (profile === undefined) return COMTRADE_PROFILES;
  const known = COMTRADE_PROFILES.find((name) => name === profile);
  if (known) return [known];
  throw new MeasurandError('unknown-profile', `ComtradeBench has no profile ${JSON.stringify(profile)}`, {
    next: `Choose one of ${COMTRADE_PROFILES.join(', ')}`,
  });
}

/** The paper's three rule policies; the studies themselves know one more. */
const POLICIES = ['always-retry', 'quota-aware', 'always-skip'];

/** Memory, unless a folder is named: what reads and writes folders is loaded only then. */
async function archiveAt(folder: string | undefined): Promise<EpisodeArchive> {
  if (folder === undefined) return new MemoryArchive();
  const { openArchive } = await import('../archive/folder.ts');
  return openArchive(folder);
}

/** The non-stationarity experiments, run for rule policies: the report shows them beside the cards. */
async function experiments(
  archive: EpisodeArchive,
  { workers = 0, signal, onProgress }: AuditOptions,
): Promise<StudyAnalysis[]> {
  const analyses: StudyAnalysis[] = [];
  for (const study of builtInStudies()) {
    const cells = study.cells({ models: POLICIES });
    await runCells(cells, {
      archive,
      scorers: study.scorers,
      workers,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    signal?.throwIfAborted();
    analyses.push(study.analyse(recordsOfPlan(cells, (id) => archive.get(id))));
  }
  return analyses;
}

/**
 * Audits a benchmark and gives the whole audit document: cards, measurements, panels, generator cards. No model is
 * called and no network is used.
 *
 * @throws MeasurandError `unknown-target`, `unknown-profile`, and what the audit and the archive throw
 */
export async function audit(options: AuditOptions): Promise<AuditDocument> {
  if (!AUDIT_TARGETS.some((name) => name === options.target)) {
    throw new MeasurandError('unknown-target', `There is no target ${JSON.stringify(options.target)}`, {
      next: `Choose one of ${AUDIT_TARGETS.join(', ')}`,
    });
  }
  const profiles = checkedProfile(options.profile);
  using archive = await archiveAt(options.archive);
  const analyses = await experiments(archive, options);
  return await auditComtrade({ ...options, archive, profiles, experiments: analyses });
}

/**
 * Item ids as a caller names them, checked before anything runs.
 *
 * @throws MeasurandError `unknown-item` for an id that no card has
 */
export function cardItems(ids: readonly string[]): readonly CardItemId[] {
  return ids.map((id) => {
    const known = CARD_ITEMS.find((item) => item === id);
    if (known) return known;
    throw new MeasurandError('unknown-item', `No card has an item ${JSON.stringify(id)}`, {
      next: `Choose from ${CARD_ITEMS.join(', ')}`,
    });
  });
}

/** What did not pass on these cards: items that failed, and items that had to be probed and were not. */
export interface GateResult {
  readonly failed: readonly string[];
  readonly unprobed: readonly string[];
}

/** What a pull request needs to know about a few cards, each item named after its card's profile. */
export function cardGate(cards: readonly Card[], required: readonly CardItemId[] = []): GateResult {
  const items = cards.flatMap((card) =>
    CARD_ITEMS.map((id) => ({ id, profile: card.profile, verdict: card.items[id].verdict })),
  );
  return {
    failed: items.filter(({ verdict }) => verdict === 'fail').map(({ id, profile }) => `${profile}: ${id}`),
    unprobed: items
      .filter(({ id, verdict }) => verdict === 'not-probed' && required.includes(id))
      .map(({ id, profile }) => `${profile}: ${id}`),
  };
}

/**
 * What a pull request needs to know: the items of the headline cards that failed, and those that had to be probed and
 * were not.
 */
export function auditGate({ profiles }: AuditDocument, required: readonly CardItemId[] = []): GateResult {
  return cardGate(
    Object.values(profiles).map(({ card }) => card),
    required,
  );
}
