// npm run bench -- [--json] [--only A,B] [--keep]: runs every bench/*.bench.ts and prints each speed beside its bound.
// With --keep each benchmark's figures are written to docs/benchmarks, with the machine and how busy it was.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Benchmark, BenchResult } from './benchmark.ts';

const isBenchmark = (value: unknown): value is Benchmark =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'run' in value &&
  typeof value.run === 'function';

async function collect(): Promise<Benchmark[]> {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'));
  const found: Benchmark[] = [];
  for (const file of files.sort()) {
    const exported = Object.values((await import(`./${file}`)) as Record<string, unknown>).filter(
      isBenchmark,
    );
    if (exported.length === 0) throw new Error(`bench/${file} exports no benchmark`);
    found.push(...exported);
  }
  return found;
}

/** A result without exactly one finite speed would be no measurement. */
function checked(result: BenchResult): BenchResult {
  const speeds = [result.perSecond, result.milliseconds].filter((speed) => speed !== undefined);
  if (speeds.length !== 1 || !speeds.every((speed) => Number.isFinite(speed) && speed > 0)) {
    throw new Error(`${result.name} gave no speed: ${JSON.stringify(result)}`);
  }
  return result;
}

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

function table(results: readonly BenchResult[]): string {
  const rows = results.map(({ name, perSecond, milliseconds, bound, reference }) => {
    const unit = perSecond === undefined ? 'ms' : '/s';
    return [
      name,
      `${figure(perSecond ?? milliseconds ?? Number.NaN)} ${unit}`,
      bound === null ? 'none known' : `${figure(bound)} ${unit}`,
      reference ?? 'none',
    ] as const;
  });
  const head = ['name', 'measured', 'bound', 'reference'] as const;
  const widths = head.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => (row[i] as string).length)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** What the figures were measured on. A busy machine shows in its load, which is taken before the first request. */
function machine(): Readonly<Record<string, number | string>> {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryMiB: Math.round(totalmem() / 2 ** 20),
    node: process.version,
    load: Number((loadavg()[0] ?? 0).toFixed(2)),
  };
}

function keep(name: string, on: ReturnType<typeof machine>, results: readonly BenchResult[]): void {
  const folder = join(import.meta.dirname, '../docs/benchmarks');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify({ name, on, results }, null, 2)}\n`);
}

interface Options {
  readonly json: boolean;
  readonly kept: boolean;
  readonly only?: readonly string[];
}

function options(): Options {
  try {
    const { values } = parseArgs({
      options: { json: { type: 'boolean' }, keep: { type: 'boolean' }, only: { type: 'string' } },
    });
    return {
      json: values.json ?? false,
      kept: values.keep ?? false,
      ...(values.only === undefined ? {} : { only: values.only.split(',') }),
    };
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

const { json, only, kept } = options();
const all = await collect();
for (const name of only ?? [])
  if (!all.some((benchmark) => benchmark.name === name))
    refuse(
      `There is no benchmark ${JSON.stringify(name)}. Choose some of ${all.map((one) => one.name).join(', ')}`,
    );
const results: BenchResult[] = [];
for (const benchmark of all) {
  if (only && !only.includes(benchmark.name)) continue;
  console.error(`${benchmark.name} …`);
  const on = machine();
  const own = [await benchmark.run()].flat().map(checked);
  if (kept) keep(benchmark.name, on, own);
  results.push(...own);
}
console.log(json ? JSON.stringify({ results }, null, 2) : table(results));
