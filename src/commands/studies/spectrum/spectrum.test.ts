import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { referenceEpisode } from '../../../../test/native-episodes.ts';
import { verifies } from '../../../../test/requirements.ts';
import type { EpisodeRecord } from '../../../core/contracts/index.ts';
import { readStudy } from '../../../study/declaration/read-study.ts';
import type { EpisodeResult } from '../../../study/run-episode.ts';
import { type CheckedSwap, checkSwap, swapsIn } from './swaps.ts';

const EPISODES_MS = 120_000;

function checked(results: readonly EpisodeResult[]): readonly CheckedSwap[] {
  const blobs = new Map(results.flatMap((result) => [...result.blobs]));
  const textOf = (digest: string): string => blobs.get(digest) ?? '';
  return swapsIn(results.map(({ record }) => record)).map((swap) => checkSwap(swap, textOf));
}

const untraced = ({ record, blobs }: EpisodeResult): EpisodeResult => {
  const { trace: _, ...rest } = record;
  return { record: rest satisfies EpisodeRecord, blobs };
};

verifies(
  'native.scaffold.swap',
  async () => {
    const task = 'T8_mixed_faults';
    const plain = await referenceEpisode({ task, model: 'perfect' });
    const windowed = await referenceEpisode({ task, model: 'perfect', window: 1500 });
    expect(checked([plain, windowed])).toMatchObject([{ scaffold: 'reference@1.0.0', against: [] }]);
    // Two things at once: a window, and a harness with another fault in it.
    const other = await referenceEpisode({
      task,
      model: 'perfect',
      window: 1500,
      fault: 'sends-a-call-twice',
    });
    expect(checked([plain, other])[0]?.against).toContain('the harness was set up otherwise');
    const idle = await referenceEpisode({ task, model: 'perfect', window: 100_000 });
    expect(checked([plain, idle])[0]?.against).toEqual(['the window cut nothing']);
    expect(checked([untraced(plain), windowed])[0]?.against).toEqual([
      'no trace was kept, so the answers of the service cannot be compared',
    ]);
    expect(checked([plain, plain])).toEqual([]);
  },
  EPISODES_MS,
);

test('the example of a native spectrum is a study, on a machine without any harness too', async () => {
  const study = await readStudy(resolve(import.meta.dirname, '../../../../examples/native/spectrum.yaml'));
  expect(study).toMatchObject({ analyses: ['spectrum'], traces: true });
});
