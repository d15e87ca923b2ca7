import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { verifies } from '../requirements.ts';
import { measurand, PROGRAM, temporaryFolder } from './program.ts';

const MODELS = 'perfect,never-submits,never-deduplicates,fabricates,recovers-from-page-zero';
const GRID = [
  'run',
  'grid',
  '--models',
  MODELS,
  '--tasks',
  'T3_duplicates,T8_mixed_faults,T9_adaptive_adversary',
];

interface Report {
  readonly root: string;
  readonly analysis: unknown;
  readonly figures: readonly unknown[];
  readonly ledger: { readonly planned: number };
  readonly summary: { readonly held: number; readonly ran: number };
}

async function report(args: readonly string[]): Promise<Report> {
  const { code, out, err } = await measurand([...args, '--json']);
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Report;
}

verifies('study.run.same-on-threads', async () => {
  const small = [...GRID, '--seeds', '0-3'];
  const expected = await report(small);
  expect(expected.ledger.planned).toBe(120);
  expect(expected.figures).toHaveLength(20);
  for (const workers of ['1', '2', '5']) {
    using folder = temporaryFolder();
    const archive = join(folder.path, 'archive');
    const { root, analysis, figures } = await report([...small, '--workers', workers, '--archive', archive]);
    expect({ root, analysis, figures }, `${workers} workers`).toEqual({
      root: expected.root,
      analysis: expected.analysis,
      figures: expected.figures,
    });
  }
  const b2 = await report(['run', 'b2', '--workers', '2']);
  expect(b2.root).toBe((await report(['run', 'b2'])).root);
});

const linesIn = (file: string): number =>
  existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;

/** Starts the run, sends the signal once some episodes are kept, and gives how it ended. */
async function disturb(args: readonly string[], archive: string, signal: NodeJS.Signals) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const segment = join(archive, 'segments', '001.jsonl');
  while (linesIn(segment) < 20 && child.exitCode === null) await delay(5);
  child.kill(signal);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, err };
}

verifies(
  'study.run.killed-and-continued',
  async () => {
    const large = [...GRID, '--seeds', '0-12', '--scaffolds', 'l2'];
    const undisturbed = await report(large);
    for (const [signal, code, workers] of [
      ['SIGINT', 130, '0'],
      ['SIGINT', 130, '2'],
      ['SIGKILL', null, '0'],
      ['SIGKILL', null, '2'],
    ] as const) {
      using folder = temporaryFolder();
      const archive = join(folder.path, 'archive');
      const args = [...large, '--archive', archive, '--workers', workers];
      const ended = await disturb(args, archive, signal);
      expect(ended.code, `${signal}, ${workers} workers`).toBe(code);
      if (signal === 'SIGINT') {
        expect(ended.err).toMatch(
          /Stopped with \d+ of 195 episodes missing\. The same command again continues/,
        );
      }
      const { root, summary } = await report(args);
      expect(summary.held).toBeGreaterThanOrEqual(20);
      expect(summary.held + summary.ran).toBe(195);
      expect(summary.ran).toBeGreaterThan(0);
      expect(root).toBe(undisturbed.root);
    }
  },
  120_000,
);

verifies('study.run.input-refused', async () => {
  using folder = temporaryFolder();
  const file = (text: string): string => {
    const path = join(folder.path, 'study.json');
    writeFileSync(path, text);
    return path;
  };
  const refused: readonly (readonly [string, readonly string[]])[] = [
    ['unknown-study', ['b9']],
    ['unknown-task', ['grid', '--tasks', 'T99']],
    ['unknown-model', ['grid', '--models', 'gpt-9']],
    ['unknown-scaffold', ['grid', '--scaffolds', 'l9']],
    ['unknown-scorer', ['grid', '--scorers', 'taste']],
    ['unknown-stressor', ['grid', '--stressors', 'rain']],
    ['invalid-stressor', ['grid', '--stressors', 'observation-window:none']],
    ['invalid-seed', ['grid', '--seeds', '1.5']],
    ['invalid-seed', ['grid', '--seeds', '-1']],
    ['invalid-seed', ['grid', '--seeds', '9-0']],
    ['duplicate-episode', ['grid', '--seeds', '1,1', '--models', 'perfect']],
    ['unsupported-pair', ['grid', '--models', 'always-skip']],
    ['inert-setting', ['grid', '--scaffolds', 'l0', '--protocol', 'chunked']],
    ['inert-setting', ['grid', '--profile', 'as-published', '--stressors', 'hidden-totals']],
    ['invalid-usage', ['b2', '--tasks', 'T3_duplicates']],
    ['invalid-usage', ['grid', '--workers', 'many']],
    ['unreadable', [join(folder.path, 'nowhere.json')]],
    ['not-json', [file('{')]],
    ['not-an-archive', ['grid', '--models', 'perfect', '--archive', folder.path]],
  ];
  for (const [code, args] of refused) {
    const ended = await measurand(['run', ...args]);
    expect([code, ended.code, ended.out], args.join(' ')).toEqual([code, 2, '']);
    expect(ended.err.trim().split('\n'), args.join(' ')).toHaveLength(1);
    expect(ended.err).toContain(`[${code}]`);
  }
});

test('a study file is run as it stands, its exclusions counted and not run', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'mine.json');
  const study = {
    format: 'measurand.study/1',
    id: 'mine',
    title: 'Mine',
    tasks: ['T3_duplicates'],
    seeds: '0-1',
    models: ['perfect', 'fabricates'],
    scaffolds: ['l2'],
    scorers: ['truth-id'],
    exclude: [{ reason: 'declared beforehand', model: 'fabricates', seed: 1 }],
  };
  writeFileSync(file, JSON.stringify(study));
  const { out, code } = await measurand(['run', file]);
  expect(code).toBe(0);
  expect(out).toContain('4 planned = 3 scored + 1 excluded; 3 run now, 0 held before');
  writeFileSync(
    file,
    JSON.stringify({ ...study, exclude: [{ reason: 'nothing', task: 'T4_rate_limit_429' }] }),
  );
  expect(await measurand(['run', file])).toMatchObject({ code: 2, out: '' });
});
