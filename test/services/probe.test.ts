import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readProbeMatrix } from '../../src/commands/probe/compare.ts';
import { probe } from '../../src/commands/probe/probe.ts';
import { lacking } from './harnesses.ts';

/** pi and Codex are installed where they are absent. All four are harnesses whose first request is the same in every fresh run, with the matrix that holds its digest. */
const GOLDEN = ['pi', 'codex', 'claude-code', 'dsh'] as const;

const PATIENCE_MS = 600_000;

const published = (id: string): string => new URL(`../../docs/probes/${id}.json`, import.meta.url).pathname;

for (const id of GOLDEN) {
  test(
    `${id} sends the same first request in two fresh runs, the one that was published, and tells exit codes as it did`,
    async (context) => {
      const reason = await lacking(id);
      if (reason !== undefined) context.skip(reason);
      const matrix = await probe({ harnesses: [id], probes: ['exit-3', 'exit-7-silent'], repeats: 2 });
      const [harness] = matrix.harnesses;
      expect(harness?.firstRequests).toHaveLength(1);
      for (const cell of matrix.cells) {
        expect(cell, JSON.stringify(cell)).toMatchObject({ state: 'probed', agreed: 2, of: 2 });
        expect(cell.state === 'probed' && cell.value).toBe(cell.state === 'probed' && cell.expected);
      }
      if (harness?.isolation !== 'namespaces') return;
      const golden = readProbeMatrix(published(id)).harnesses[0];
      expect(harness.firstRequests).toEqual(golden?.firstRequests);
    },
    PATIENCE_MS,
  );
}

test('published matrices hold no path of a machine', () => {
  const files = GOLDEN.map(published).filter((file) => existsSync(file));
  expect(files).toHaveLength(GOLDEN.length);
  for (const file of files)
    expect(readFileSync(file, 'utf8')).not.toMatch(/(?<!\/mnt\/session)\/(?:root|home|work|Users)\//);
});
