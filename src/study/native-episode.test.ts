import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect } from 'vitest';
import { referenceEpisode } from '../../test/native-episodes.ts';
import { verifies } from '../../test/requirements.ts';
import { runEpisode } from './run-episode.ts';

/** An episode starts programs, on a machine that may be busy. */
const EPISODES_MS = 120_000;

verifies(
  'native.scaffold.same-as-l2',
  async () => {
    for (const model of ['perfect', 'never-deduplicates', 'gives-up-on-first-fault']) {
      const { record } = await referenceEpisode({ task: 'T8_mixed_faults', model });
      const own = await runEpisode({ ...record.coordinates, scaffold: 'l2' }, { scorers: ['truth'] });
      expect(record.scores).toEqual(own.record.scores);
      expect(record.decisions).toEqual(own.record.decisions);
      expect(record.payload).toEqual(own.record.payload);
    }
  },
  EPISODES_MS,
);

verifies(
  'native.scaffold.measured-retry',
  async () => {
    const { record } = await referenceEpisode({
      task: 'T8_mixed_faults',
      model: 'perfect',
      fault: 'sends-a-call-twice',
    });
    const owners = (decision: string, choice: string) =>
      record.decisions
        .filter((made) => made.decision === decision && made.choice === choice)
        .map(({ owner }) => owner);
    expect(owners('retry', 'retry')).toEqual(['scaffold']);
    expect(owners('pagination', 'again')).toEqual(['scaffold']);
    expect(owners('pagination', 'first')).toEqual(['model']);
  },
  EPISODES_MS,
);

verifies(
  'native.scaffold.measured-cut',
  async () => {
    const { record } = await referenceEpisode({ task: 'T8_mixed_faults', model: 'perfect', window: 1500 });
    expect(record.counts.cutCharacters).toBeGreaterThan(1000);
    expect(record.decisions.filter(({ decision }) => decision === 'observation')).toMatchObject([
      { owner: 'environment', choice: 'cut' },
    ]);
    expect(record.scores[0]?.value).toBeLessThan(1);
  },
  EPISODES_MS,
);

verifies(
  'native.scaffold.evidence',
  async () => {
    const { record, blobs } = await referenceEpisode({ task: 'T3_duplicates', model: 'perfect' });
    const { evidence = {} } = record;
    const text = (name: string): string => blobs.get(evidence[name] ?? '') ?? '';
    const lines = text('boundary/boundary.jsonl').trim().split('\n');
    const bodies = lines.flatMap((line) => {
      const { sent, shown, received } = JSON.parse(line) as Record<string, string | null>;
      return [sent, shown, received].filter((digest) => typeof digest === 'string');
    });
    expect(lines.length).toBe(record.counts.modelTurns);
    for (const digest of bodies) {
      expect(evidence[`boundary/blobs/${digest.slice(0, 2)}/${digest.slice(2)}`]).toBe(digest);
    }
    expect(Object.keys(evidence).some((name) => name.startsWith('records/.reference/sessions/'))).toBe(true);
    expect(JSON.parse(text('summary.json'))).toMatchObject({ harness: 'reference', version: '1.0.0' });
  },
  EPISODES_MS,
);

const ownFolders = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith('measurand-episode-'));

verifies(
  'native.scaffold.stops',
  async () => {
    const before = ownFolders();
    const stop = new AbortController();
    const running = referenceEpisode({
      task: 'T8_mixed_faults',
      model: 'perfect',
      signal: stop.signal,
    });
    stop.abort(new Error('stopped'));
    await expect(running).rejects.toThrow('stopped');
    expect(ownFolders().filter((name) => !before.includes(name))).toEqual([]);
  },
  EPISODES_MS,
);
