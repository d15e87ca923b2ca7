import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OracleBenchmark } from '../../audit/mutants/index.ts';

const AUDIT = new URL('../../audit/', import.meta.url);
const BRIDGES = new URL('../../../bridges/', import.meta.url);

/** The audit proper; the rooms beside it are adapters, papers and mutants. */
const CORE = [
  'probe',
  'bridge',
  'falsify',
  'guard',
  'licence',
  'joint',
  'ownership',
  'environment',
  'interface',
  'reliability',
];

/** What is written for one benchmark alone. */
const ADAPTERS: Readonly<Record<OracleBenchmark, readonly URL[]>> = {
  ComtradeBench: [new URL('comtrade/', AUDIT)],
  'tau-bench': ['taubench.py', 'tau_turns.py', 'tau_edits.py'].map((name) => new URL(name, BRIDGES)),
  BFCL: ['bfcl.py', 'bfcl_edits.py'].map((name) => new URL(name, BRIDGES)),
};

/** Compiled files stand beside their type declarations; sources beside their tests. */
const OWN = extname(fileURLToPath(import.meta.url));
const counts = (name: string): boolean =>
  name.endsWith(OWN) && !name.endsWith('.d.ts') && !name.endsWith(`.test${OWN}`);

const linesOf = (file: string): number =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '').length;

function lines(place: URL): number {
  const path = fileURLToPath(place);
  if (!path.endsWith('/')) return linesOf(path);
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter(counts)
    .reduce((sum, name) => sum + linesOf(join(path, name)), 0);
}

const total = (places: readonly URL[]): number => places.reduce((sum, place) => sum + lines(place), 0);

/** Lines that are not blank of the files that run here: the audit itself, and what each benchmark needs beside it. */
export function sourceLines(): {
  readonly core: number;
  readonly adapters: Readonly<Record<OracleBenchmark, number>>;
} {
  const adapters = Object.entries(ADAPTERS).map(([benchmark, places]) => [benchmark, total(places)]);
  return {
    core: total(CORE.map((room) => new URL(`${room}/`, AUDIT))),
    adapters: Object.fromEntries(adapters) as Record<OracleBenchmark, number>,
  };
}
