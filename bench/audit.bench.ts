import { MemoryArchive } from '../src/archive/memory.ts';
import { auditCells } from '../src/audit/comtrade/plan.ts';
import { AUDITED_PROFILES } from '../src/audit/comtrade/profile.ts';
import { audit as runAudit } from '../src/commands/audit.ts';
import { runCells } from '../src/study/run-cells.ts';
import type { Benchmark, BenchResult } from './benchmark.ts';

/** Milliseconds of CPU, over all threads of the process. */
async function cpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The whole audit of both profiles once, cold, in milliseconds of CPU. Bound: the same planned episodes, run and not
 * scored, measured, replayed or written up.
 */
export const audit: Benchmark = {
  name: 'audit',
  async run(): Promise<BenchResult> {
    const milliseconds = await cpu(() => runAudit({ target: 'comtrade' }));
    const cells = Object.values(AUDITED_PROFILES).flatMap(auditCells);
    const bound = await cpu(() => runCells(cells, { archive: new MemoryArchive(), scorers: [] }));
    return { name: 'audit', milliseconds, bound, reference: null };
  },
};
