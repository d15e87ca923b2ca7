import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probe } from '../../src/commands/probe/probe.ts';
import { traceDiff } from '../../src/commands/trace/diff.ts';
import { lacking } from './harnesses.ts';

const PATIENCE_MS = 600_000;

/** What each harness's own record is known to say that its model was not told, or the other way round. */
const KNOWN = {
  pi: { probes: ['exit-3'], session: 'output', kinds: ['error-flag-not-told'] },
  codex: { probes: ['mcp-error'], session: 'tool-server', kinds: ['error-flag-not-told'] },
  'claude-code': { probes: ['exit-3'], session: 'output', kinds: ['text-appended'] },
  gemini: { probes: ['exit-3'], session: 'output', kinds: ['id-rewritten'] },
} as const;

let out = '';
beforeAll(() => {
  out = mkdtempSync(join(tmpdir(), 'mrnd-align-'));
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

for (const [id, { probes, session, kinds }] of Object.entries(KNOWN)) {
  test(
    `${id}: its own record is joined with what its model was shown, call by call, and ${kinds.join(', ')} is found`,
    async (context) => {
      const reason = await lacking(id);
      if (reason !== undefined) context.skip(reason);
      const folder = join(out, id);
      await probe({ harnesses: [id], probes, out: folder });
      const run = join(folder, 'runs', id, session, '0');
      const { calls, differences } = await traceDiff({ a: join(run, 'native'), b: join(run, 'boundary') });
      expect(calls.length).toBeGreaterThan(0);
      expect(calls.filter(({ rule }) => rule === null)).toEqual([]);
      expect(differences.map(({ kind }) => kind)).toEqual(expect.arrayContaining([...kinds]));
    },
    PATIENCE_MS,
  );
}
