import type { EpisodeRecord, Owner } from '../../../core/contracts/index.ts';
import { OBSERVATION } from '../../../scaffolds/native/as-scaffold/measured-course.ts';
import type { StudyTable } from '../../../study/built-in.ts';
import { COMTRADE_DECISIONS } from '../../../tasks/comtrade/definitions.ts';

const OWNERS: readonly Owner[] = ['model', 'scaffold', 'environment'];

/** The task's decisions, and the one that nobody claims. */
const DECISIONS: readonly string[] = [...COMTRADE_DECISIONS, OBSERVATION];

function timesMade(records: readonly EpisodeRecord[], decision: string, owner: Owner): number {
  return records
    .flatMap(({ decisions }) => decisions)
    .filter((made) => made.decision === decision && made.owner === owner)
    .reduce((sum, { count }) => sum + count, 0);
}

/** How often each party made each decision, a scaffold a row, as recorded; who never made one has no column. */
export function ownershipTable(byScaffold: ReadonlyMap<string, readonly EpisodeRecord[]>): StudyTable {
  const all = [...byScaffold.values()].flat();
  const columns = DECISIONS.flatMap((decision) =>
    OWNERS.filter((owner) => timesMade(all, decision, owner) > 0).map((owner) => ({
      key: `${decision} ${owner}`,
      title: `${decision}: ${owner}`,
      decision,
      owner,
    })),
  );
  const rows = [...byScaffold].map(([label, own]) => ({
    label,
    origin: 'executed' as const,
    numbers: Object.fromEntries(
      columns.map(({ key, decision, owner }) => [key, timesMade(own, decision, owner)]),
    ),
  }));
  return {
    title: 'Measured ownership: decisions by who made them',
    columns: columns.map(({ key, title }) => ({ key, title })),
    rows,
  };
}
