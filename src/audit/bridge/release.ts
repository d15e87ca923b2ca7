import type { AuditTable } from '../document.ts';
import type { BridgeApparatus } from './measurements.ts';

/** A release that was audited before: what its files were. */
export interface KnownRelease {
  /** As a person calls it, such as a repository and a commit. */
  readonly name: string;
  /** SHA-256 by path below the root of the benchmark. */
  readonly files: Readonly<Record<string, string>>;
}

type Standing = 'same' | 'differs' | 'not listed';

/** Every file that really ran, beside the release that was expected. */
export interface ReleaseComparison {
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly standing: Standing }[];
  /** `same` where no file differs and at least one is known; `unknown` where none is listed at all. */
  readonly verdict: 'same' | 'differs' | 'unknown';
}

/** Compares what ran with a release that is known. A file that the release does not list is named, and decides nothing. */
export function compareRelease(
  { files }: Pick<BridgeApparatus['provenance'], 'files'>,
  known: KnownRelease,
): ReleaseComparison {
  const rows = files.map(({ path, sha256 }) => {
    const expected = known.files[path];
    const standing: Standing =
      expected === undefined ? 'not listed' : expected === sha256 ? 'same' : 'differs';
    return { path, standing };
  });
  const any = (standing: Standing): boolean => rows.some((row) => row.standing === standing);
  const verdict = any('differs') ? 'differs' : any('same') ? 'same' : 'unknown';
  return { name: known.name, files: rows, verdict };
}

const SAYS: Readonly<Record<ReleaseComparison['verdict'], (name: string) => string>> = {
  same: (name) => `What ran is ${name}, file by file.`,
  differs: (name) => `The scorer differs from the audited version, ${name}.`,
  unknown: (name) => `No file that ran is listed for ${name}.`,
};

/** The comparison in one sentence. */
export const releaseSentence = ({ name, verdict }: ReleaseComparison): string => SAYS[verdict](name);

/** The comparison as a table of the report. */
export function releaseTable(comparison: ReleaseComparison): AuditTable {
  return {
    id: 'release',
    title: 'Is it the release that was audited before',
    about: `${releaseSentence(comparison)} A file that is not listed decides nothing: another audit may load other files.`,
    origin: 'executed',
    columns: [
      { title: 'File', format: 'text' },
      { title: 'Standing', format: 'text' },
    ],
    rows: comparison.files.map(({ path, standing }) => [path, standing]),
  };
}
