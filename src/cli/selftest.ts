import type { MutantReport } from '../commands/selftest/mutants.ts';
import type { OracleReport } from '../commands/selftest/oracle.ts';
import type { Releases } from '../commands/selftest/released/releases.ts';
import type { VectorReport } from '../commands/selftest/vectors.ts';
import type { RunControl } from '../core/contracts/index.ts';
import { MeasurandError } from '../core/errors.ts';
import { listOption } from './arguments.ts';
import { defineCliCommand, JSON_OPTION } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Enough to see what is wrong; `--json` has them all. */
const MOST_SHOWN = 20;

function printMutants({ mutants, passed, failed }: MutantReport, terminal: Terminal): void {
  const width = Math.max(...mutants.map(({ check }) => check.length));
  for (const { check, id, fault, mutant, twin, caught, why } of mutants) {
    const outcome = caught ? 'caught' : `MISSED (mutant ${mutant}, twin ${twin}${why ? `: ${why}` : ''})`;
    terminal.print(`${check.padEnd(width)}  ${outcome}  ${id}: ${fault}`);
  }
  terminal.print(
    `\nEach check must fail on its mutant and pass on the clean twin.\n${passed} passed, ${failed} failed`,
  );
}

function printOracle({ rows, coreLines, failureModes, timing }: OracleReport, terminal: Terminal): void {
  terminal.print('\nOracle checks, each against a planted fault and a clean twin:');
  for (const { benchmark, checks, caught, modelCalls, adapterLines } of rows) {
    const cost = `${modelCalls} model calls, ${(timing[benchmark] ?? 0).toFixed(2)} s, ${adapterLines} lines of adapter`;
    terminal.print(`${benchmark}  ${caught}/${checks.length} caught, ${cost}`);
    for (const { id, says, caught: found } of checks)
      terminal.print(`  ${found ? 'caught' : 'MISSED'}  ${says} (${id})`);
  }
  terminal.print(`${coreLines} lines of core`);
  terminal.print('\nConditions under which an audit can say less:');
  for (const { condition, observed, asStated } of failureModes) {
    const said = Object.entries(observed).map(([what, answer]) => `${what} = ${answer}`);
    terminal.print(`  ${asStated ? 'as stated' : 'OTHERWISE'}  ${condition}: ${said.join('; ')}`);
  }
}

function printVectors(report: VectorReport, terminal: Terminal): void {
  for (const { path, suite, passed, failed, unsupported, failures, unsupportedCases } of report.files) {
    terminal.print(
      `${path}  ${suite ?? 'unreadable'}  ${passed} passed, ${failed} failed, ${unsupported} unsupported`,
    );
    for (const { id, why } of failures.slice(0, MOST_SHOWN)) terminal.print(`  FAILED ${id}: ${why}`);
    for (const { id, why } of unsupportedCases.slice(0, MOST_SHOWN))
      terminal.print(`  unsupported ${id}: ${why}`);
  }
  if (report.unrecognised.length > 0) {
    terminal.print(`Not recognised by shape, not counted: ${report.unrecognised.join(', ')}`);
  }
  terminal.print(`${report.passed} passed, ${report.failed} failed, ${report.unsupported} unsupported`);
}

/** The releases that vectors are put to; none unless they are named. */
async function releasesOf(
  root: string | undefined,
  roots: string | undefined,
  control: RunControl,
): Promise<Releases> {
  const [{ releasesAt }, { releasePlaces }, { readFlatToml }] = await Promise.all([
    import('../commands/selftest/released/releases.ts'),
    import('../commands/selftest/released/places.ts'),
    import('../commands/bridge/flat-toml.ts'),
  ]);
  const fromFile = roots === undefined ? {} : readFlatToml(roots);
  return releasesAt({ ...fromFile, ...releasePlaces(listOption('root', root) ?? []) }, control);
}

export default defineCliCommand({
  name: 'selftest',
  description: 'Try every check on a target with a planted fault, or run vector files',
  args: {
    vectors: {
      type: 'string',
      description: 'Run the vector files below this folder instead, each recognised by its shape',
      valueHint: 'DIR',
    },
    root: {
      type: 'string',
      description: 'Put their vectors to these releases themselves: checkouts, or NAME=PLACE',
      valueHint: 'A=DIR,…',
    },
    roots: {
      type: 'string',
      description: 'The same from a TOML file with one table a benchmark: root, scorer, python',
      valueHint: 'FILE',
    },
    ...JSON_OPTION,
  },
  examples: [
    { line: 'measurand selftest', shows: 'every check, its mutant, and whether it was caught' },
    {
      line: 'measurand selftest --vectors test/vectors',
      shows: 'inputs with the right outputs from released reference code, case by case',
    },
  ],
  async run({ vectors, root, roots, json }, terminal) {
    const control = { signal: terminal.signal, onProgress: terminal.progress };
    if (vectors === undefined) {
      if ((root ?? roots) !== undefined) {
        throw new MeasurandError('invalid-usage', '--root and --roots are for vectors', {
          next: 'Give --vectors DIR with them',
        });
      }
      const { selftestMutants } = await import('../commands/selftest/mutants.ts');
      const { selftestOracle } = await import('../commands/selftest/oracle.ts');
      const report = await selftestMutants(control);
      const oracle = await selftestOracle(control);
      if (json) terminal.json({ ...report, oracle });
      else {
        printOracle(oracle, terminal);
        printMutants(report, terminal);
      }
      return report.failed + oracle.failed > 0 ? 1 : 0;
    }
    const [{ VECTOR_SUITES }, { runVectors, selftestExit }] = await Promise.all([
      import('../commands/selftest/suites.ts'),
      import('../commands/selftest/vectors.ts'),
    ]);
    await using releases = await releasesOf(root, roots, control);
    const report = await runVectors(vectors, [...releases.suites, ...VECTOR_SUITES], control);
    if (json) terminal.json(report);
    else printVectors(report, terminal);
    return selftestExit(report);
  },
});
