import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { TRIALS } from './all-trials.ts';
import { staticProblems } from './lint/lint-trial.ts';
import { namedTrials } from './load-trial.ts';
import { starterTrial } from './starter.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-spec-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

let written = 0;

async function messageOf(from: string, to: string): Promise<string> {
  const text = starterTrial('T96', 'A lost receipt');
  expect(text, from).toContain(from);
  written += 1;
  const file = join(scratch, `trial-${written}.mjs`);
  writeFileSync(file, text.replace(from, to));
  try {
    await namedTrials([file]);
  } catch (error) {
    return (error as Error).message;
  }
  const trial = TRIALS.find(({ id }) => id === 'T96');
  return trial
    ? staticProblems(trial)
        .map(({ says }) => says)
        .join('\n')
    : 'no trial';
}

verifies('trial.new.slips', async () => {
  const slips: readonly (readonly [from: string, to: string, says: string])[] = [
    ['lines.shownWhole(', 'lines.shownWhol(', 'lines.shownWhol is not a function (line '],
    ['secondsPerTurn: 60,', '', 'field secondsPerTurn'],
    ['verify: (evidence', 'verifie: (evidence', '"verifie"'],
    ['needs: []', "needs: ['resumes']", 'field needs.0'],
    ['script.alone(', 'Array.of(', 'script.alone(script.sessions('],
    ["agentLayer: 'pinned'", "agentLayer: 'live'", 'field script.agentLayer'],
    ['agent: 1,', 'agent: 9,', 'chain T96.C1 ends at line 9'],
    ["property: 'EXE-01'", "property: 'EXE-99'", 'there is no property EXE-99'],
    ["property: 'EXE-01'", "property: 'TOL-01'", 'TOL-01 is a property of Tools, not of Execution'],
    ["shownWhole('answer', 'code')", "shownWhole('answer', 'cod')", 'reads the private value cod,'],
  ];
  for (const [from, to, says] of slips) expect(await messageOf(from, to), to).toContain(says);
  expect(await messageOf('needs: []', 'needs: []')).toBe('');
});
