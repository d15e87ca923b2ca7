import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import { serveApparatus } from '../../trials/suite/harbor/runtime/apparatus.ts';
import { solveTask } from '../../trials/suite/harbor/runtime/solve.ts';
import { verifyTask } from '../../trials/suite/harbor/runtime/verify.ts';
import { trialKit } from '../../trials/suite/kit.ts';
import { exportTrialTask } from './export-task.ts';
import { importTrialTask } from './import-task.ts';
import { newTrial } from './new.ts';

const MINUTE = 60_000;
const scratch = mkdtempSync(join(tmpdir(), 'measurand-task-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const textIn = (...path: readonly string[]): string => readFileSync(join(scratch, ...path), 'utf8');

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** A task as another author writes it: shell only, with its truth in the verifier. */
const FOREIGN = {
  'task.toml':
    'version = "1.0"\n[metadata]\ndifficulty = "easy"\n[agent]\ntimeout_sec = 30.5\n[verifier]\ntimeout_sec = 20\n[verifier.env]\nWANTED = "hello"\n[environment]\ncpus = 2\nallow_internet = true\n',
  'instruction.md': 'Write hello.txt with what greeting.txt says, in small letters.\n',
  'environment/Dockerfile':
    'FROM ubuntu:24.04\nRUN apt-get install -y curl\nWORKDIR /app\nCOPY greeting.txt .\n',
  'environment/greeting.txt': 'HELLO\n',
  'solution/solve.sh': '#!/bin/sh\ntr A-Z a-z < greeting.txt > hello.txt\n',
  'tests/test.sh':
    '#!/bin/sh\n[ "$(cat /app/hello.txt)" = "$WANTED" ] && echo 1 > /logs/verifier/reward.txt || echo 0 > /logs/verifier/reward.txt\n',
};

verifies(
  'trial.harbor.runs-alone',
  async () => {
    const trial = TRIALS.find(({ id }) => id === 'T75') as Trial;
    const server = await serveApparatus(trial, { seed: 3, key: 'key', port: 0 });
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = mkdtempSync(join(scratch, 'solved-'));
    const [workspace = '', logs = '', temporary = ''] = ['app', 'logs', 'tmp'].map((at) => join(folder, at));
    for (const each of [workspace, temporary]) mkdirSync(each);
    const options = { seed: 3, workspace, logs, ledger: { address, key: 'key' } };
    const reward = async (): Promise<string> => {
      await verifyTask(trial, options);
      return readFileSync(join(logs, 'reward.txt'), 'utf8').trim();
    };
    try {
      expect(await reward()).toBe('0');
      const place = { workspace, temporary, apparatus: address, memory: join(temporary, 'memory.json') };
      await solveTask(trial, { turn: 0, ...place });
      expect(await reward()).toBe('1');
      const { lines } = JSON.parse(readFileSync(join(logs, 'verdicts.json'), 'utf8')) as {
        readonly lines: readonly { readonly id: string; readonly state: number }[];
      };
      expect(lines.map(({ id, state }) => `${id}=${state}`)).toEqual(
        ['T75.H4', 'T75.A1', 'T75.A2', 'T75.A3', 'T75.A4'].map((id) => `${id}=1`),
      );
      const guessed = { ...options, ledger: { address, key: 'guess' } };
      await expect(verifyTask(trial, guessed)).rejects.toThrow('status 401');
    } finally {
      server.close();
    }
  },
  MINUTE,
);

verifies(
  'trial.harbor.round-trip',
  async () => {
    newTrial('T98', 'A lost receipt', join(scratch, 'own'));
    const own = join(scratch, 'own', 'trial.mjs');
    const [suite, mine] = await Promise.all([
      exportTrialTask({ trial: 'T81', folder: join(scratch, 't81'), seed: 2 }),
      exportTrialTask({ trial: own, folder: join(scratch, 't98') }),
    ]);
    expect(suite.losses.filter(({ fate }) => fate === 'lost').map(({ part }) => part)).toEqual(['chains']);
    expect(existsSync(join(scratch, 't98', 'environment', 'docker-compose.yaml'))).toBe(true);
    expect(statSync(join(scratch, 't98', 'tests', 'test.sh')).mode & 0o111).toBe(0o111);
    const code = mine.trial === 'T98' ? TRIALS.find(({ id }) => id === 'T98')?.valuesFor(1)['code'] : '';
    expect(code).toMatch(/^ANS-/);
    for (const path of readdirSync(join(scratch, 't98'), { recursive: true, encoding: 'utf8' }))
      if (statSync(join(scratch, 't98', path)).isFile()) expect(textIn('t98', path)).not.toContain(code);

    importTrialTask({ task: join(scratch, 't98'), folder: join(scratch, 'own-again') });
    expect(textIn('own-again', 'trial.mjs')).toBe(readFileSync(own, 'utf8'));
    importTrialTask({ task: join(scratch, 't81'), folder: join(scratch, 't81-again') });
    expect(textIn('t81-again', 'trial.mjs')).toContain("suite('T81')");

    // Once its words are changed it is another trial, of which the layout holds prompts, workspace, times and verifier.
    writeFileSync(join(scratch, 't81', 'instruction.md'), 'Change the timeout, and only that.\n');
    const changed = importTrialTask({ task: join(scratch, 't81'), folder: join(scratch, 't81-changed') });
    const made = (await import(pathToFileURL(join(scratch, 't81-changed', 'trial.mjs')).href)) as {
      readonly default: (kit: typeof trialKit) => Trial;
    };
    const trial = made.default(trialKit);
    const before = TRIALS.find(({ id }) => id === 'T81') as Trial;
    expect(trial.prompts).toEqual(['Change the timeout, and only that.\n']);
    expect(trial.workspace?.({})).toEqual(before.workspace?.(before.valuesFor(2)));
    expect(trial).toMatchObject({ id: 'T99', secondsPerTurn: before.secondsPerTurn });
    expect(textIn('t81-changed', 'tests', 'verify.mjs')).toBe(textIn('t81', 'tests', 'verify.mjs'));
    expect(changed.losses.find(({ part }) => part === 'mechanism')?.fate).toBe('unknown');
  },
  MINUTE,
);

test.skipIf((await checkIsolation()).kind === 'none')(
  'the verifier of a foreign task judges what a run left, and what the task does not say is marked',
  async () => {
    write(join(scratch, 'foreign'), FOREIGN);
    const { losses } = importTrialTask({
      task: join(scratch, 'foreign'),
      folder: join(scratch, 'foreign-trial'),
    });
    const fateOf = (part: string) => losses.find((each) => each.part.startsWith(part))?.fate;
    expect(fateOf('verifier')).toBe('kept');
    expect(fateOf('image: RUN apt-get')).toBe('lost');
    expect(fateOf('task.toml environment.cpus')).toBe('lost');
    expect(fateOf('private values')).toBe('unknown');
    const made = (await import(pathToFileURL(join(scratch, 'foreign-trial', 'trial.mjs')).href)) as {
      readonly default: (kit: typeof trialKit) => Trial;
    };
    const trial = made.default(trialKit);
    expect(trial.workspace?.({})).toEqual({ 'greeting.txt': 'HELLO\n' });
    const left = (text: string) => ({
      moves: {},
      happened: {
        ...{ before: {}, processes: [], turns: [] },
        after: { 'hello.txt': { digest: '', bytes: text.length, text } },
      },
    });
    expect(trial.verify(left('hello\n'), {})).toBe(true);
    expect(trial.verify(left('HELLO\n'), {})).toBe(false);
    rmSync(join(scratch, 'foreign-trial', 'tests', 'test.sh'));
    writeFileSync(join(scratch, 'foreign-trial', 'tests', 'test.sh'), 'exit 1\n');
    expect(() => trial.verify(left('hello\n'), {})).toThrow('left no reward');
  },
  MINUTE,
);
