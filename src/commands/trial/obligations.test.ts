import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { openArchive } from '../../archive/folder.ts';
import { canonicalJson } from '../../core/canonical.ts';
import { sha256 } from '../../core/digest.ts';
import type { JsonValue } from '../../core/json.ts';
import { bareRecord } from '../../study/records.ts';
import { trialObligations } from './obligations.ts';

const scratch = mkdtempSync(join(tmpdir(), 'measurand-obligations-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

type Run = readonly [
  scaffold: string,
  trial: string,
  seed: number,
  states: Readonly<Record<string, 0 | 1>> | string,
];

function archiveOf(name: string, runs: readonly Run[]): string {
  const folder = join(scratch, name);
  using archive = openArchive(folder);
  for (const [scaffold, task, seed, states] of runs) {
    const coordinates = {
      ...{ suite: 'trials', profile: 'scripted', task, seed, model: 'trial-script', scaffold },
      ...{ protocol: 'single' as const, arm: '', settings: {} },
    };
    if (typeof states === 'string') {
      archive.put(bareRecord(coordinates, 'excluded', states));
      continue;
    }
    const [id = '', version = ''] = scaffold.split('@');
    const kept = {
      ...{ format: 'measurand.trial-run/1', trial: task, seed, harness: { id, version }, isolation: 'none' },
      ...{ agentLayer: 'pinned', admission: { admitted: true }, verified: true, gates: [], untried: [] },
      verdicts: Object.entries(states).map(([criterion, state]) => ({
        ...{ criterion, state, reason: state === 1 ? 'held' : `${scaffold} failed`, by: 'rule' },
        packet: sha256(criterion),
      })),
      ...{ leftOut: [], prepared: sha256(scaffold) },
    };
    const digest = archive.putBlob(canonicalJson(kept as unknown as JsonValue));
    archive.put({
      ...bareRecord(coordinates, 'scored', 'all turns ended'),
      evidence: { 'run.json': digest },
    });
  }
  return folder;
}

verifies('trial.compare.obligations', () => {
  const before = archiveOf('before', [
    ['codex@1.0.0', 'T15', 1, { 'T15.H1': 0, 'T15.H2': 1, 'T15.A1': 1 }],
    ['codex@1.0.0', 'T15', 2, { 'T15.H1': 0, 'T15.H2': 1, 'T15.A1': 0 }],
    ['codex@1.0.0', 'T75', 1, 'unsupported: tool-servers: it has no client'],
    ['pi@1.0.0', 'T15', 1, { 'T15.H1': 0 }],
  ]);
  const after = archiveOf('after', [
    ['codex@1.1.0', 'T15', 1, { 'T15.H1': 1, 'T15.H2': 0, 'T15.A1': 1 }],
    ['codex@1.1.0', 'T15', 2, { 'T15.H1': 1, 'T15.H2': 0, 'T15.A1': 1 }],
    ['codex@1.1.0', 'T75', 1, { 'T75.H1': 1 }],
  ]);
  const [codex, ...others] = trialObligations({ archives: [before, after] });
  expect(others).toEqual([]);
  expect(codex).toMatchObject({ before: 'codex@1.0.0', after: 'codex@1.1.0', lines: 3, unchanged: 0 });
  expect(codex?.changes.map(({ criterion, change, reason }) => [criterion, change, reason])).toEqual([
    ['T15.H1', 'repaired', 'codex@1.0.0 failed'],
    ['T15.H2', 'broken', 'codex@1.1.0 failed'],
    ['T15.A1', 'settled', 'codex@1.0.0 failed'],
  ]);
  expect(codex?.trials).toEqual([
    { trial: 'T75', before: 'unsupported: tool-servers: it has no client', after: 'scored' },
  ]);
});

test('versions in one archive are set against each other, each with the next, or as they are named', () => {
  const archive = archiveOf('both', [
    ['pi@1', 'T15', 1, { 'T15.H1': 0 }],
    ['pi@2', 'T15', 1, { 'T15.H1': 1 }],
    ['pi@3', 'T15', 1, { 'T15.H1': 1 }],
    ['codex@1', 'T15', 1, { 'T15.H1': 1 }],
  ]);
  const pairs = (versions?: readonly [string, string]) =>
    trialObligations({ archives: [archive], ...(versions ? { versions } : {}) }).map(
      ({ before, after, changes }) => `${before} ${after} ${changes.length}`,
    );
  expect(pairs()).toEqual(['pi@1 pi@2 1', 'pi@2 pi@3 0']);
  expect(pairs(['pi@1', 'codex@1'])).toEqual(['pi@1 codex@1 1']);
});
