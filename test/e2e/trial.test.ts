import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measurand, temporaryFolder } from './program.ts';

const MINUTES = 60_000;

test(
  'a trial of one’s own is begun, checked, run, scored, reported, compared, released and checked again',
  async () => {
    using folder = temporaryFolder();
    const trial = join('own', 'trial.mjs');
    const at = { cwd: folder.path };
    const json = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
      const { code, out, err } = await measurand([...args, '--json'], at);
      expect([args.join(' '), code, code === 0 ? '' : err]).toEqual([args.join(' '), 0, '']);
      return JSON.parse(out) as Record<string, unknown>;
    };
    expect(await json('trial', 'list')).toMatchObject({ written: 20, planned: 95 });
    await json('trial', 'new', 'T99', 'own', '--title', 'A lost receipt');
    expect(await json('trial', 'lint', '--trial', trial)).toMatchObject({
      trials: [{ id: 'T99', dimension: 'Execution', ok: true, problems: [] }],
    });
    const run = ['trial', 'run', '--harness', 'reference', '--suite', 'T15', '--archive', 'tried'];
    expect(await json(...run)).toMatchObject({ ledger: { planned: 1, scored: 1 }, ran: 1 });
    expect(await json(...run)).toMatchObject({ held: 1, ran: 0 });
    expect(await json('trial', 'score', 'tried')).toMatchObject({ differences: [] });
    expect(await json('score', '--archive', 'tried')).toMatchObject({ differences: [] });
    expect(await json('report', 'tried', '--out', 'shown')).toMatchObject({
      trials: { layers: { rows: [{ by: 'all', mode: 'scripted', runs: 1 }, {}, {}, {}] } },
    });
    expect(readFileSync(join(folder.path, 'shown', 'report.html'), 'utf8')).toContain(
      'Trials: leaderboard by layer',
    );
    expect(await json('compare', 'tried', 'tried')).toMatchObject({
      obligations: [{ before: 'reference@1.0.0', after: 'reference@1.0.0', changes: [] }],
    });
    expect(await json('query', 'select count(*) as n from episodes', '--archive', 'tried')).toMatchObject({
      rows: [[1]],
    });
    await json('export', 'tried', '--release', 'released');
    expect(existsSync(join(folder.path, 'released'))).toBe(true);
    expect(await json('verify', 'released')).toMatchObject({ sound: true });
    const slip = await measurand(['trial', 'lint', '--trial', 'nowhere.mjs'], at);
    expect([slip.code, slip.err]).toEqual([2, expect.stringContaining('file-missing')]);
  },
  3 * MINUTES,
);
