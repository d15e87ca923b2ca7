import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import type { Isolation } from './isolation.ts';
import { isolationFor } from './isolation.ts';
import { RawJson } from './raw-json.ts';
import { BridgeTarget } from './target.ts';

const HOSTILE = resolve(import.meta.dirname, '../../../test/fixtures/bridge/hostile.mjs');
const BARE: Isolation = {
  processGroup: true,
  freshFolder: true,
  environmentAllowList: true,
  processNamespace: false,
  networkNamespace: false,
  readOnly: [],
  limits: [],
};
const unwrapped = { isolation: BARE, wrap: (command: readonly string[]) => command };
const ANSWER = RawJson.of('0123456789');

class Folder implements Disposable {
  readonly path = mkdtempSync(join(tmpdir(), 'measurand-hostile-'));
  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

async function withTarget<T>(
  mode: string,
  use: (target: BridgeTarget, mark: string) => Promise<T>,
  options: { readonly score?: number; readonly cap?: number } = {},
): Promise<T> {
  using folder = new Folder();
  const mark = join(folder.path, 'mark');
  const target = new BridgeTarget({
    command: [process.execPath, HOSTILE, mode, mark],
    wrapping: unwrapped,
    timeouts: { score: options.score ?? 20_000 },
    ...(options.cap === undefined ? {} : { cap: options.cap }),
  });
  try {
    return await use(target, mark);
  } finally {
    await target.close();
  }
}

const scoreOnce = (mode: string, score?: number) =>
  withTarget(mode, (target) => target.score('a', ANSWER), score === undefined ? {} : { score });

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

async function gone(pid: number): Promise<void> {
  while (alive(pid)) await new Promise((done) => setTimeout(done, 10));
}

test('an honest target greets, lists, tells the truth and scores', async () => {
  await withTarget('honest', async (target) => {
    expect(await target.hello()).toMatchObject({
      kind: 'answer',
      value: { hooks: ['list_tasks', 'truth', 'score'] },
    });
    expect(await target.tasks()).toMatchObject({ value: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
    expect(await target.score('a', ANSWER)).toMatchObject({ kind: 'score', score: 1, passed: true });
    expect(await target.score('a', RawJson.of('01'))).toMatchObject({
      kind: 'score',
      score: 0.2,
      passed: false,
    });
    expect(await target.perturb('a', 'x')).toMatchObject({ kind: 'not-probed', why: 'unsupported' });
  });
});

verifies('bridge.outcomes.never-mixed', async () => {
  expect(await scoreOnce('exception')).toMatchObject({ kind: 'scorer-exception', type: 'KeyError' });
  expect(await scoreOnce('needs-environment')).toMatchObject({
    kind: 'not-probed',
    why: 'needs_environment',
  });
  expect(await scoreOnce('exit')).toMatchObject({ kind: 'not-probed', why: 'exited' });
  await withTarget('needs-model', async (target) => {
    expect(await target.score('a', ANSWER)).toMatchObject({ kind: 'not-probed', why: 'needs_model' });
    expect([target.scored, target.modelCalls]).toEqual([0, 1]);
  });
});

verifies('bridge.hostile.clear-outcome', async () => {
  const why = async (mode: string, score?: number) => {
    const outcome = await scoreOnce(mode, score);
    return outcome.kind === 'not-probed' ? outcome.why : outcome.kind;
  };
  expect(await why('hang', 300)).toBe('timeout');
  expect(await why('mid-line')).toBe('exited-mid-line');
  expect(await why('huge')).toBe('line-too-long');
  expect(await why('not-utf8')).toBe('not-utf8');
  expect(await why('not-json')).toBe('not-json');
  expect(await why('not-a-number')).toBe('not-json');
  expect(await why('score-as-text')).toBe('invalid-answer');
  expect(await why('out-of-range')).toBe('invalid-answer');
  expect(await why('strange-id')).toBe('unknown-id');
  for (const mode of ['flood', 'crlf', 'separators', 'large'])
    expect([mode, await why(mode)]).toEqual([mode, 'score']);
});

test('a flood on standard error is cut at one mebibyte and counted whole', async () => {
  await withTarget('flood', async (target) => {
    await target.score('a', ANSWER);
    // The flood was written before the answer, but the pipes are read in any order.
    while (target.supervisor.stderr.bytes < 64 * 65_536) await new Promise((done) => setTimeout(done, 5));
    expect(target.supervisor.stderr.text.length).toBe(2 ** 20);
  });
});

test('answers may come in any order', async () => {
  await withTarget('out-of-order', async (target) => {
    await target.hello();
    const [first, second] = await Promise.all([
      target.score('a', RawJson.of('0123')),
      target.score('b', RawJson.of('01234567')),
    ]);
    expect([first, second]).toMatchObject([{ score: 0.4 }, { score: 0.8 }]);
  });
});

verifies('bridge.restart.resend-once', async () => {
  await withTarget('exit-once', async (target) => {
    expect(await target.score('a', ANSWER)).toMatchObject({ kind: 'score', score: 1 });
    expect(target.supervisor.failures).toMatchObject([{ method: 'score', fault: 'exited' }]);
  });
  await withTarget(
    'hang-once',
    async (target) => {
      await target.hello();
      expect(await target.score('a', ANSWER)).toMatchObject({ kind: 'score', score: 1 });
      expect(target.supervisor.failures).toMatchObject([{ method: 'score', fault: 'timeout' }]);
    },
    { score: 1000 },
  );
  await withTarget('exit', async (target) => {
    expect(await target.score('a', ANSWER)).toMatchObject({ why: 'exited' });
    expect(target.supervisor.aborted).toBeUndefined();
    await target.score('b', ANSWER);
    expect(await target.score('c', ANSWER)).toMatchObject({ kind: 'not-probed', why: 'aborted' });
    expect(target.supervisor.failures).toHaveLength(3);
  });
});

test('a target that uses up its whole time is given up', async () => {
  await withTarget(
    'hang',
    async (target) => {
      expect(await target.score('a', ANSWER)).toMatchObject({ kind: 'not-probed' });
      expect(await target.score('b', ANSWER)).toMatchObject({ kind: 'not-probed', why: 'target-cap' });
    },
    { cap: 300 },
  );
});

test('a command that cannot be started says so and is not tried again', async () => {
  const target = new BridgeTarget({ command: ['/no/such/program'], wrapping: unwrapped });
  expect(await target.hello()).toMatchObject({ kind: 'not-probed', why: 'no-start' });
  expect(target.supervisor.failures).toHaveLength(1);
  await target.close();
});

verifies('bridge.hostile.nothing-left', async () => {
  using folder = new Folder();
  for (const mode of ['forks', 'fork-and-exit']) {
    const mark = join(folder.path, mode);
    const target = new BridgeTarget({
      command: [process.execPath, HOSTILE, mode, mark],
      wrapping: unwrapped,
    });
    await target.score('a', ANSWER);
    await target.close();
    const pids = readFileSync(mark, 'utf8').trim().split('\n').map(Number);
    expect(pids.length).toBeGreaterThan(0);
    for (const pid of pids) await gone(pid);
    expect(pids.some(alive)).toBe(false);
  }
});

verifies('bridge.sandbox.held', async () => {
  using folder = new Folder();
  process.env['MEASURAND_TEST_SECRET'] = 'do-not-tell';
  const tell =
    'const s=JSON.stringify;let r="";process.stdin.on("data",d=>{r+=d;for(;;){const i=r.indexOf("\\n");if(i<0)break;const m=JSON.parse(r.slice(0,i));r=r.slice(i+1);let w="";try{require("fs").writeFileSync(process.argv[1]+"/x","");w="written"}catch{w="refused"}process.stdout.write(s({id:m.id,ok:m.method==="hello"?{protocol:"1.0",target:{name:"t",scorer_kind:"outcome"},hooks:[]}:{score:0,reason:s([Object.keys(process.env).sort(),process.cwd(),w,Object.keys(require("os").networkInterfaces()).length])}})+"\\n")}})';
  const wrapping = isolationFor([folder.path]);
  const target = new BridgeTarget({ command: [process.execPath, '-e', tell, folder.path], wrapping });
  const outcome = await target.score('a', ANSWER);
  await target.close();
  delete process.env['MEASURAND_TEST_SECRET'];
  expect(outcome.kind).toBe('score');
  const reason = outcome.kind === 'score' ? (outcome.reason ?? '[]') : '[]';
  const [names, cwd, write] = JSON.parse(reason) as [string[], string, string];
  expect(names).not.toContain('MEASURAND_TEST_SECRET');
  expect(names).toEqual(expect.arrayContaining(['HOME', 'PATH']));
  expect(cwd).not.toBe(process.cwd());
  expect(write).toBe(wrapping.isolation.readOnly.length > 0 ? 'refused' : 'written');
});
