import { closeSync, existsSync, openSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { RunControl } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import type { Damage, OnDamage } from './damage.ts';
import { DigestTable } from './digest-table.ts';
import { blobsOf } from './episode-digests.ts';
import { type FolderArchive, readArchive } from './folder.ts';
import { packFile, packNames, segmentFile, segmentNames } from './layout.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { packBlocks } from './pack-blocks.ts';
import { unpackBlock } from './pack-format.ts';
import { parseRecord } from './record-facts.ts';
import { checkSums } from './sums.ts';
import { isTimingIntact, TIMING_FILE } from './timing.ts';

/** Episodes that are named for one damaged blob; a blob may be shared by any number. */
const MOST_NAMED = 100;

/** What re-hashing an archive found. */
export interface ArchiveCheck {
  /** Merkle root over the episodes that are sound. */
  readonly root: string;
  /** `open` while it is written to, or after a writer that did not end well. */
  readonly state: Manifest['state'];
  /** Sound episodes. */
  readonly episodes: number;
  /** Sound blobs. */
  readonly blobs: number;
  /** Empty when every byte that was written is as it was written. */
  readonly damaged: readonly Damage[];
  readonly remarks: readonly string[];
}

/**
 * Hashes a pack anew and adds its sound blobs to `held`. Past `safeBytes`, an open archive may hold a block that was never
 * finished.
 */
function checkPack(
  folder: string,
  name: string,
  safeBytes: number,
  held: DigestTable,
  onDamage: OnDamage,
): void {
  const path = packFile(folder, name);
  const file = relative(folder, path);
  const fd = openSync(path, 'r');
  try {
    for (const part of packBlocks(fd, 0)) {
      const { offset, length } = part;
      const contents = part.kind === 'block' ? unpackBlock(part) : undefined;
      for (const digest of contents?.keys() ?? []) if (held.find(digest) === undefined) held.add(digest);
      if (contents === undefined && offset < safeBytes) {
        onDamage({ file, offset, what: `${length} bytes hold no sound blobs` });
      }
    }
    const { size } = statSync(path);
    if (size < safeBytes)
      onDamage({ file, offset: size, what: `the pack ends at byte ${size} of ${safeBytes}` });
  } finally {
    closeSync(fd);
  }
}

/** Digests of all sound blobs. */
function checkPacks(folder: string, manifest: Manifest | undefined, onDamage: OnDamage): DigestTable {
  const held = new DigestTable();
  const safe = new Map((manifest?.segments ?? []).map(({ name, packBytes }) => [name, packBytes]));
  const names = packNames(folder);
  for (const [name, bytes] of safe) {
    if (bytes > 0 && !names.includes(name)) {
      onDamage({ file: relative(folder, packFile(folder, name)), what: 'the pack is missing' });
    }
  }
  for (const name of names) {
    // Without a manifest, nothing says which bytes were ever finished: all are held to be.
    const bytes = manifest ? (safe.get(name) ?? 0) : statSync(packFile(folder, name)).size;
    checkPack(folder, name, bytes, held, onDamage);
  }
  return held;
}

/** Episodes by the blob that they name and that is not there. */
class MissingBlobs {
  readonly #named = new Map<string, { readonly episodes: string[]; count: number }>();

  note(digest: string, id: string): void {
    const entry = this.#named.get(digest) ?? { episodes: [], count: 0 };
    entry.count += 1;
    if (entry.episodes.length < MOST_NAMED) entry.episodes.push(id);
    this.#named.set(digest, entry);
  }

  damage(): readonly Damage[] {
    return [...this.#named].map(([blob, { episodes, count }]) => ({
      file: 'blobs',
      blob,
      episodes,
      what: `the blob that ${count === 1 ? 'an episode names' : `${count} episodes name`} is not there, or not sound`,
    }));
  }
}

/** Checks every record's form and blobs; gives how many are sound. */
function checkRecords(
  archive: FolderArchive,
  held: DigestTable,
  onDamage: OnDamage,
  { signal, onProgress }: RunControl,
): number {
  const missing = new MissingBlobs();
  let sound = 0;
  for (let slot = 0; slot < archive.size; slot += 1) {
    if (slot % 1024 === 0) {
      signal?.throwIfAborted();
      onProgress?.({ what: 'episodes', done: slot, total: archive.size });
    }
    const id = archive.idAt(slot);
    const lost = lostBlobs(archive, slot, held, onDamage);
    if (lost?.length === 0) sound += 1;
    for (const digest of lost ?? []) missing.note(digest, id);
  }
  for (const damage of missing.damage()) onDamage(damage);
  return sound;
}

/** Blobs that an episode names and that are not there; nothing when its record is no episode. */
function lostBlobs(
  archive: FolderArchive,
  slot: number,
  held: DigestTable,
  onDamage: OnDamage,
): readonly string[] | undefined {
  try {
    const record = parseRecord(archive.recordBytes(slot));
    return blobsOf(record).filter((digest) => held.find(digest) === undefined);
  } catch (error) {
    if (!(error instanceof MeasurandError)) throw error;
    onDamage({
      file: 'segments',
      episodes: [archive.idAt(slot)],
      what: `the record is wrong: ${error.message}`,
    });
    return undefined;
  }
}

function soundManifest(folder: string): Manifest | undefined {
  try {
    return readManifest(folder);
  } catch (error) {
    if (error instanceof MeasurandError && error.code === 'archive-corrupt') return undefined;
    throw error;
  }
}

/** What a closed archive says of itself, against what is there: no byte more, no file more. */
function checkManifest(archive: FolderArchive, manifest: Manifest, onDamage: OnDamage): void {
  const folder = archive.location;
  const listed = new Map(manifest.segments.map((segment) => [segment.name, segment]));
  const files = [
    ...segmentNames(folder).map((name) => [segmentFile(folder, name), listed.get(name)?.bytes] as const),
    ...packNames(folder).map((name) => [packFile(folder, name), listed.get(name)?.packBytes] as const),
  ];
  for (const [path, bytes] of files) {
    const file = relative(folder, path);
    const { size } = statSync(path);
    if (bytes === undefined) onDamage({ file, what: 'the manifest does not name it' });
    else if (size > bytes) onDamage({ file, offset: bytes, what: `${size - bytes} bytes too many` });
  }
  if (manifest.episodes !== archive.size || manifest.root !== archive.root()) {
    const what = `the manifest says ${manifest.episodes} episodes with root ${manifest.root}`;
    onDamage({ file: 'manifest.json', what });
  }
}

/**
 * Hashes everything that an archive holds anew: segments and their chain, records and their ids, packs and blobs, the
 * manifest. Goes on past damage, naming each place. Takes no lock and changes nothing.
 *
 * @throws MeasurandError `not-an-archive`, `unsupported-format`; the reason of the signal
 */
export function verifyArchive(folder: string, control: RunControl = {}): ArchiveCheck {
  const damaged: Damage[] = [];
  const onDamage = (damage: Damage): void => {
    damaged.push(damage);
  };
  using archive = readArchive(folder, { onDamage });
  const manifest = soundManifest(archive.location);
  const isClosed = manifest?.state === 'closed';
  // A root that differs because lines are damaged says nothing more.
  if (isClosed && damaged.length === 0) checkManifest(archive, manifest, onDamage);
  const held = checkPacks(archive.location, manifest, onDamage);
  const episodes = checkRecords(archive, held, onDamage, control);
  if (!existsSync(join(archive.location, 'manifest.json'))) {
    onDamage({ file: 'manifest.json', what: 'the manifest is missing' });
  }
  checkSums(archive.location, onDamage);
  if (!isTimingIntact(archive.location)) onDamage({ file: TIMING_FILE, what: 'it is not as it was written' });
  return {
    root: archive.root(),
    state: manifest?.state ?? 'open',
    episodes,
    blobs: held.size,
    damaged,
    remarks: archive.remarks,
  };
}
