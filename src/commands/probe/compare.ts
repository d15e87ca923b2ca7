import { readFileSync } from 'node:fs';
import { MeasurandError } from '../../core/errors.ts';
import { type ProbeCell, type ProbeMatrix, ProbeMatrixSchema } from '../../scaffolds/native/probes/matrix.ts';

/** One cell that differs between two matrices. */
export interface ProbeDifference {
  readonly probe: string;
  readonly harness: string;
  /** The value in each; null where the matrix has no such cell, or did not probe it. */
  readonly before: string | null;
  readonly after: string | null;
}

/** What changed between two versions of a harness, or two days. */
export interface ProbeComparison {
  readonly format: 'measurand.probe-comparison/1';
  readonly versions: readonly {
    readonly harness: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
  /** Cells that both probed. */
  readonly compared: number;
  /** In the order of the first matrix, then of the second. */
  readonly differences: readonly ProbeDifference[];
}

/**
 * Reads a file that `measurand probe` wrote.
 *
 * @throws MeasurandError `probe-matrix` when it cannot be read, or is something else
 */
export function readProbeMatrix(file: string): ProbeMatrix {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new MeasurandError('probe-matrix', `cannot be read: ${(cause as Error).message}`, {
      file,
      next: 'Give the matrix.json of a measurand probe',
      cause,
    });
  }
  const read = ProbeMatrixSchema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new MeasurandError('probe-matrix', `is no probe matrix: ${issue?.message ?? ''}`, {
    file,
    field: issue?.path.join('.') ?? '',
    next: 'Give the matrix.json of a measurand probe',
  });
}

const keyOf = ({ probe, harness }: ProbeCell): string => `${harness}\n${probe}`;

const shownValue = (cell: ProbeCell | undefined): string | null =>
  cell?.state === 'probed' ? cell.value : null;

/** Sets two matrices beside each other, cell by cell. A cell that neither probed is left out. */
export function compareProbes(before: ProbeMatrix, after: ProbeMatrix): ProbeComparison {
  const old = new Map(before.cells.map((cell) => [keyOf(cell), cell]));
  const fresh = new Map(after.cells.map((cell) => [keyOf(cell), cell]));
  const cells = new Map([...fresh, ...old]);
  const keys = [...new Set([...old.keys(), ...fresh.keys()])];
  const pairs = keys.map((key) => ({
    key,
    before: shownValue(old.get(key)),
    after: shownValue(fresh.get(key)),
  }));
  const version = (matrix: ProbeMatrix, id: string): string | null =>
    matrix.harnesses.find((harness) => harness.id === id)?.version ?? null;
  const ids = [...new Set([...before.harnesses, ...after.harnesses].map(({ id }) => id))];
  return {
    format: 'measurand.probe-comparison/1',
    versions: ids.map((harness) => ({
      harness,
      before: version(before, harness),
      after: version(after, harness),
    })),
    compared: pairs.filter((pair) => pair.before !== null && pair.after !== null).length,
    differences: pairs
      .filter((pair) => pair.before !== pair.after)
      .flatMap((pair) => {
        const cell = cells.get(pair.key);
        return cell
          ? [{ probe: cell.probe, harness: cell.harness, before: pair.before, after: pair.after }]
          : [];
      }),
  };
}
