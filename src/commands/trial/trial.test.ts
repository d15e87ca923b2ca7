import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { verifies } from '../../../test/requirements.ts';
import { episodeId } from '../../archive/episode-digests.ts';
import { openArchive, readArchive } from '../../archive/folder.ts';
import { HARNESS_ADAPTERS } from '../../scaffolds/native/adapters/catalogue.ts';
import { checkIsolation } from '../../scaffolds/native/process/isolation.ts';
import { referenceHarness } from '../../scaffolds/native/reference/adapter.ts';
import { foundReference } from '../../scaffolds/native/reference/start.ts';
import { TRIALS } from '../../trials/suite/all-trials.ts';
import type { Trial } from '../../trials/suite/define-trial.ts';
import { eligibilityOf } from '../../trials/suite/eligibility.ts';
import { HARNESS_MUTANTS, namedLines } from '../../trials/suite/mutants.ts';
import { playTrial } from '../../trials/suite/play/play-trial.ts';
import { replayLink } from '../../trials/suite/play/replay-link.ts';
import { verify } from '../verify/verify.ts';
import { attributeTrials } from './attribute.ts';
import { chosenTrials, trialCells } from './cells.ts';
import { trialMutants } from './mutants.ts';
import { trialEpisode } from './record.ts';
import { trialReport } from './report.ts';
import { runTrials } from './run.ts';
import { scoreTrials } from './score.ts';

const MINUTES = 60_000;
const LANES = 4;
const scratch = mkdtempSync(join(tmpdir(), 'mrnd-trial-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const trialNamed = (id: string): Trial => chosenTrials([id])[0] as Trial;

const played = async (trial: Trial, fault?: string) => ({
  ...{ trial, seed: 1, isolation: await checkIsolation(), harness: foundReference() },
  adapter: referenceHarness(fault),
  folder: mkdtempSync(join(scratch, 'run-')),
});

verifies(
  'trial.run.reference-holds-all',
  async () => {
    const report = await runTrials({ harnesses: ['reference'], lanes: LANES });
    expect(report.cases.filter(({ sheet }) => sheet === 'harness')).toEqual([]);
    expect(report.ledger).toMatchObject({ planned: TRIALS.length, scored: TRIALS.length, errored: 0 });
    expect(report.sheets[0]).toMatchObject({ harness: 'reference@1.0.0', verified: TRIALS.length });
  },
  10 * MINUTES,
);

verifies(
  'trial.run.resumes',
  async () => {
    const archive = join(scratch, 'stopped');
    const stop = new AbortController();
    const options = { harnesses: ['reference'], trials: ['T15', 'T81'], repeats: 2, archive };
    const first = await runTrials({ ...options, signal: stop.signal, onProgress: () => stop.abort() });
    expect(first).toMatchObject({ held: 0, ran: 1, interrupted: true });
    expect(first.ledger).toMatchObject({ planned: 4, scored: 1, missing: 3 });
    const second = await runTrials(options);
    expect(second).toMatchObject({ held: 1, ran: 3, interrupted: false });
    expect(second.ledger).toMatchObject({ planned: 4, scored: 4, missing: 0 });
    expect(await runTrials(options)).toMatchObject({ held: 4, ran: 0, interrupted: false });
  },
  5 * MINUTES,
);

verifies(
  'trial.run.archive-is-like-any',
  async () => {
    const archive = join(scratch, 'sound');
    await runTrials({ harnesses: ['reference'], trials: ['T75'], archive });
    expect(await verify({ archive })).toMatchObject({ sound: true, episodes: 1 });
    const { decided, differences } = await scoreTrials({ archive });
    expect(decided).toBe(trialNamed('T75').lines.filter(({ decidedBy }) => 'rule' in decidedBy).length);
    expect(differences).toEqual([]);
  },
  2 * MINUTES,
);

test(
  'a verdict that its packet does not give is named',
  async () => {
    const archive = join(scratch, 'forged');
    const trial = trialNamed('T15');
    const cells = trialCells([trial], [{ adapter: referenceHarness(), found: foundReference() }], 1);
    const [cell] = cells;
    if (!cell) throw new Error('no cell');
    const run = await playTrial(await played(trial, 'drops-exit-codes'));
    const judged = run.judged.map((each) => ({ ...each, verdict: { ...each.verdict, state: 1 as const } }));
    const { record, blobs } = trialEpisode(cell, cell.coordinates, { ...run, judged });
    {
      using writer = openArchive(archive);
      for (const text of blobs.values()) writer.putBlob(text);
      writer.put(record);
    }
    const { differences } = await scoreTrials({ archive });
    expect(differences.map(({ criterion }) => criterion)).toContain('T15.H1');
  },
  MINUTES,
);

test(
  'where harnesses differ, the report shows call by call what each told its model',
  async () => {
    const archive = join(scratch, 'two');
    const trial = trialNamed('T15');
    const [cell] = trialCells([trial], [{ adapter: referenceHarness(), found: foundReference() }], 1);
    if (!cell) throw new Error('no cell');
    {
      using writer = openArchive(archive);
      for (const [scaffold, fault] of [
        ['reference@1.0.0', undefined],
        ['faulty@1.0.0', 'drops-exit-codes'],
      ] as const) {
        const coordinates = { ...cell.coordinates, scaffold };
        const run = await playTrial(await played(trial, fault));
        const { record, blobs } = trialEpisode(cell, coordinates, run);
        for (const text of blobs.values()) writer.putBlob(text);
        writer.put({ ...record, id: episodeId(coordinates) });
      }
    }
    using reader = readArchive(archive);
    const { aligned } = trialReport(reader);
    expect(aligned.map(({ trial: id }) => id)).toEqual(['T15']);
    const failed = aligned[0]?.calls.find(({ results }) => results[0]?.shown !== results[1]?.shown);
    expect(failed?.results.map(({ made }) => made)).toEqual([true, true]);
    const told = aligned[0]?.runs.map(({ harness }, at) => [harness, failed?.results[at]?.shown]);
    const { 'reference@1.0.0': sound, 'faulty@1.0.0': faulty } = Object.fromEntries(told ?? []);
    expect(sound).toMatch(/exit/i);
    expect(faulty).not.toMatch(/exit/i);
  },
  MINUTES,
);

verifies(
  'trial.mutants.exact',
  async () => {
    // One trial for each fault here; the whole matrix is in docs/trial-mutants.md.
    for (const mutant of HARNESS_MUTANTS) {
      const [trial] = TRIALS.filter((each) => namedLines(mutant, each).length > 0);
      expect(trial, mutant.fault).toBeDefined();
    }
    const chosen = ['T15', 'T18', 'T75', 'T79', 'T81'];
    const { clean, mutants } = await trialMutants({ trials: chosen, lanes: LANES, ownTrialsOnly: true });
    expect(clean).toEqual([]);
    expect(mutants.filter(({ state }) => state === 'not-exact')).toEqual([]);
    const kinds = new Set(mutants.flatMap(({ failed }) => Object.keys(failed)));
    expect(kinds).toEqual(new Set(['K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K10', 'K13', 'K14', 'K15']));
  },
  10 * MINUTES,
);

verifies('trial.eligibility.apart', () => {
  const pi = HARNESS_ADAPTERS.find(({ id }) => id === 'pi');
  if (!pi) throw new Error('no pi');
  expect(eligibilityOf(trialNamed('T75'), pi)).toEqual({
    code: 'unsupported',
    need: 'tool-servers',
    reason: 'it has no client for tool servers',
  });
  expect(eligibilityOf(trialNamed('T15'), pi)).toEqual({ code: 'eligible' });
  for (const trial of TRIALS)
    expect(eligibilityOf(trial, referenceHarness()), trial.id).toEqual({ code: 'eligible' });
  for (const trial of TRIALS) {
    const able = HARNESS_ADAPTERS.filter((adapter) => eligibilityOf(trial, adapter).code === 'eligible');
    expect(able.length, trial.id).toBeGreaterThanOrEqual(2);
  }
});

verifies(
  'trial.attribution.review',
  async () => {
    const archive = join(scratch, 'reviewed');
    const trial = trialNamed('T75');
    const [cell] = trialCells([trial], [{ adapter: referenceHarness(), found: foundReference() }], 1);
    if (!cell) throw new Error('no cell');
    const run = await playTrial(await played(trial, 'drops-structured-parts'));
    const { record, blobs } = trialEpisode(cell, cell.coordinates, run);
    {
      using writer = openArchive(archive);
      for (const text of blobs.values()) writer.putBlob(text);
      writer.put(record);
    }
    const plain = (await attributeTrials({ archive })).runs[0];
    expect(plain).toMatchObject({
      label: 'harness_caused',
      activated: ['T75.C2'],
      confirmedDefects: ['T75.H2'],
      byReview: [],
    });
    const validation = {
      run: record.id,
      chain: 'T75.C2',
      reviewer: 'A. Reviewer',
      harnessConfirmed: true,
      agentConfirmed: true,
      distortion: { place: 'request 1, result of call_lookup', excerpt: 'Due code' },
      order: 'the result stands before the file is written',
      competing: [{ explanation: 'the script does not look for it', weighed: 'it does, where it is shown' }],
    };
    const review = join(scratch, 'review.json');
    const write = (one: object): void =>
      writeFileSync(review, JSON.stringify({ format: 'measurand.trial-review/1', validations: [one] }));
    write(validation);
    expect((await attributeTrials({ archive, review })).runs[0]?.byReview).toEqual([
      { chain: 'T75.C2', reviewer: 'A. Reviewer' },
    ]);
    for (const wrong of [
      { chain: 'T75.C1' },
      { run: '0'.repeat(64) },
      { agentConfirmed: false },
      { competing: [] },
    ]) {
      write({ ...validation, ...wrong });
      await expect(attributeTrials({ archive, review })).rejects.toThrow(/validation|review/);
    }
    using reader = readArchive(archive);
    expect(reader.size).toBe(1);
  },
  2 * MINUTES,
);

verifies(
  'trial.replay.intervention',
  async () => {
    const trial = trialNamed('T75');
    const [chain] = trial.chains.filter(({ id }) => id === 'T75.C2');
    if (!chain) throw new Error('no chain');
    const { validation, aligned } = await replayLink(await played(trial, 'drops-structured-parts'), chain);
    expect(validation).toMatchObject({ outcome: 'validated', changed: ['T75.H2', 'T75.A2'] });
    expect(aligned[0]?.before).not.toContain('REF-');
    expect(aligned[0]?.after).toContain('REF-');
  },
  2 * MINUTES,
);
