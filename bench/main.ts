// npm run bench -- [--json] [--only NAME]: runs every bench/*.bench.ts and prints each speed beside its bound.
import { readdirSync } from 'node:fs';
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

function options(): { readonly json: boolean; readonly only?: string } {
  try {
    const { values } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } });
    return { json: values.json ?? false, ...(values.only === undefined ? {} : { only: values.only }) };
  } catch (error) {
    return refuse((error as Error).message);
  }
}

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}

const { json, only } = options();
const all = await collect();
const chosen = only === undefined ? all : all.filter((benchmark) => benchmark.name === only);
if (chosen.length === 0) {
  const names = all.map(({ name }) => name).join(', ');
  refuse(`There is no benchmark ${JSON.stringify(only)}. Choose one of ${names}`);
}
const results: BenchResult[] = [];
for (const benchmark of chosen) {
  console.error(`${benchmark.name} …`);
  results.push(...[await benchmark.run()].flat().map(checked));
}
console.log(json ? JSON.stringify({ results }, null, 2) : table(results));
