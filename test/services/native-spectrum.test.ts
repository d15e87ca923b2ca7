import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runStudy } from '../../src/commands/run.ts';
import { MeasurandError } from '../../src/core/errors.ts';
import { findHarness } from '../../src/scaffolds/native/install/find.ts';
import { verifies } from '../requirements.ts';

const HARNESSES = ['codex', 'claude-code'];
const MINUTES = 60_000;

async function isHere(id: string): Promise<boolean> {
  try {
    await findHarness(id);
    return true;
  } catch (error) {
    if (error instanceof MeasurandError && error.code === 'harness-missing') return false;
    throw error;
  }
}

const present = await Promise.all(HARNESSES.map(isHere));
const installed = HARNESSES.filter((_, index) => present[index]);

const folder = mkdtempSync(join(tmpdir(), 'measurand-spectrum-'));
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const id of HARNESSES.filter((each) => !installed.includes(each))) {
  test.skip(`${id} is not installed: run measurand harness install ${id}`, () => undefined);
}

if (installed.length > 0) {
  verifies(
    'native.scaffold.real',
    async () => {
      const grid = {
        study: 'grid',
        scaffolds: ['l2', ...installed],
        models: ['perfect', 'never-deduplicates'],
        tasks: ['T8_mixed_faults'],
        seeds: [0],
        archive: join(folder, 'archive'),
        keepTraces: true,
      };
      const report = await runStudy(grid);
      expect(report.ledger.states).toMatchObject({ scored: 2 * grid.scaffolds.length });
      const means = new Map(
        report.figures
          ?.filter(({ scorer }) => scorer === 'truth')
          .map(({ scaffold, model, dropped }) => [`${scaffold.replace(/@.*/, '')} ${model}`, dropped]),
      );
      for (const id of installed) {
        expect(report.figures?.some(({ scaffold }) => new RegExp(`^${id}@\\d`).test(scaffold))).toBe(true);
        for (const model of grid.models) expect(means.get(`${id} ${model}`)).toBe(means.get(`l2 ${model}`));
      }
      const notes = report.details?.flatMap((analysis) => analysis.notes) ?? [];
      expect(notes.filter((note) => note.includes('intervention not licensed'))).toHaveLength(
        installed.length,
      );
      const again = await runStudy(grid);
      expect(again.summary).toMatchObject({ held: 2 * grid.scaffolds.length, ran: 0 });
      expect(again.root).toBe(report.root);
    },
    15 * MINUTES,
  );
}
