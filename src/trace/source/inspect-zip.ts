import type { ZipEntry } from './zip.ts';

/** Lists that a sample in parts keeps outside of itself; each entry of one is named by the place of its first item. */
const LISTS = ['messages', 'attachments', 'events', 'calls'] as const;
type Lists<T> = Readonly<Record<(typeof LISTS)[number], T>>;

/** Where the parts of a sample stand. */
export interface SampleParts {
  /** Chunks in order. */
  readonly lists: Lists<readonly ZipEntry[]>;
  /** Documents beside the shell, by their path from its folder. */
  readonly beside: ReadonlyMap<string, ZipEntry>;
}

/** Where one sample of an Inspect log stands in its zip: as one entry, or as a shell with the lists that it refers to. */
export interface InspectSampleEntries {
  /** The entry that it is known by. */
  readonly name: string;
  readonly entry: ZipEntry;
  /** Only of a sample in parts. */
  readonly parts?: SampleParts;
}

const WHOLE = /^samples\/.+_epoch_\d+\.json$/;
const PART =
  /^(samples\/.+_epoch_\d+)\/((?:sample|metadata|skeleton|(messages|attachments|events|calls)\/(?:(\d+)|stats|uuids))\.json)$/;

interface Gathered {
  shell?: ZipEntry;
  readonly entries: ZipEntry[];
  readonly beside: Map<string, ZipEntry>;
  readonly chunks: Lists<{ readonly start: number; readonly entry: ZipEntry }[]>;
}

function gather(own: Gathered, entry: ZipEntry, [, , path = '', list, start]: RegExpExecArray): void {
  own.entries.push(entry);
  if (path === 'sample.json') own.shell = entry;
  else if (start === undefined) own.beside.set(path, entry);
  else own.chunks[list as keyof Gathered['chunks']].push({ start: Number(start), entry });
}

function ordered(chunks: Gathered['chunks']): SampleParts['lists'] {
  const of = (list: keyof Gathered['chunks']): readonly ZipEntry[] =>
    chunks[list].toSorted((a, b) => a.start - b.start).map(({ entry }) => entry);
  return {
    messages: of('messages'),
    attachments: of('attachments'),
    events: of('events'),
    calls: of('calls'),
  };
}

/** The samples of a log's zip in the order of its directory, and the entries that belong to none: parts without their shell among them. */
export function inspectSamples(entries: readonly ZipEntry[]): {
  readonly samples: readonly InspectSampleEntries[];
  readonly others: readonly ZipEntry[];
} {
  const others: ZipEntry[] = [];
  const samples: InspectSampleEntries[] = [];
  const inParts = new Map<string, Gathered>();
  for (const entry of entries) {
    const part = PART.exec(entry.name);
    if (WHOLE.test(entry.name)) samples.push({ name: entry.name, entry });
    else if (!part) others.push(entry);
    else {
      const [, folder = ''] = part;
      const own = inParts.get(folder) ?? {
        entries: [],
        beside: new Map(),
        chunks: { messages: [], attachments: [], events: [], calls: [] },
      };
      inParts.set(folder, own);
      gather(own, entry, part);
    }
  }
  for (const { shell, entries: own, chunks, beside } of inParts.values()) {
    if (shell) samples.push({ name: shell.name, entry: shell, parts: { lists: ordered(chunks), beside } });
    else others.push(...own);
  }
  return { samples, others };
}
