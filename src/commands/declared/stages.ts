import { byCodePoint } from '../../core/canonical.ts';
import type { EpisodeRecord, Seed } from '../../core/contracts/index.ts';
import { digestOf } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';
import type { Design } from '../../study/declared/design.ts';
import { allPairedGroups } from '../../study/declared/select.ts';
import { type Anytime, endsAt, type LookResult, lookAt } from '../../study/declared/sequence.ts';
import type { Look } from '../../study/preregistration/looks.ts';
import type { FindRecord, Stage } from '../planned.ts';

/** Numbers of seeds at which a run looks: as declared, as far as the run goes, and at its end. */
export function lookSizes({ study: { stopping, seeds } }: Design): readonly number[] {
  const declared = stopping.rule === 'anytime' ? stopping.looks : [];
  return [...declared.filter((look) => look < seeds.length), seeds.length];
}

function looked(
  design: Design,
  find: FindRecord,
  rule: Anytime,
  seeds: readonly Seed[],
): readonly LookResult[] {
  return allPairedGroups(design).map((group) => lookAt(group, find, new Set(seeds), rule));
}

/** The stages of a study under an anytime-valid rule; none under a fixed one. */
export function stagesOf(design: Design): readonly Stage[] | undefined {
  const { stopping, seeds } = design.study;
  if (stopping.rule === 'fixed') return undefined;
  const sizes = lookSizes(design);
  return sizes.map((size, at) => {
    const fresh = new Set(seeds.slice(sizes[at - 1] ?? 0, size));
    const later = new Set(seeds.slice(size));
    return {
      cells: design.cells.filter(({ cell }) => fresh.has(cell.seed)).map(({ cell }) => cell),
      ends(find) {
        if (later.size === 0 || !endsAt(looked(design, find, stopping, seeds.slice(0, size)), stopping))
          return undefined;
        const reason = `stopping rule: the look at ${size} seeds decided`;
        return { reason, applies: ({ seed }) => later.has(seed) };
      },
    };
  });
}

/** What a look saw, so that the same episodes are recognised and others are not. */
function digestOfRecords(records: readonly EpisodeRecord[]): string {
  const seen = records
    .map(({ id, state, scores }) => ({
      id,
      state,
      scores: scores.map(({ scorer, value }) => ({ scorer, value })),
    }))
    .sort((a, b) => byCodePoint(a.id, b.id));
  return digestOf(seen as unknown as JsonValue);
}

function lookOf(design: Design, records: readonly EpisodeRecord[], find: FindRecord, size: number): Look {
  const { stopping, seeds } = design.study;
  const first = seeds.slice(0, size);
  const own = new Set(first);
  const seen = records.filter(({ coordinates, state }) => own.has(coordinates.seed) && state !== 'excluded');
  const results = stopping.rule === 'anytime' ? looked(design, find, stopping, first) : [];
  return { seeds: size, episodes: seen.length, digest: digestOfRecords(seen), results: [...results] };
}

/** Every look that a finished run took, up to the one that ended it. */
export function looksTaken(
  design: Design,
  records: readonly EpisodeRecord[],
  find: FindRecord,
): readonly Look[] {
  const { stopping } = design.study;
  const looks: Look[] = [];
  for (const size of lookSizes(design)) {
    const look = lookOf(design, records, find, size);
    looks.push(look);
    if (stopping.rule === 'anytime' && endsAt(look.results, stopping)) break;
  }
  return looks;
}
