import { dirname } from 'node:path';
import { isJsonObject } from '../../../../core/json.ts';
import type { ResultReader, ResultSink } from '../../run.ts';
import { objectIn } from '../small-file.ts';

/** Half of the last decimal that a percentage was printed with, as a share. */
function rounding(percent: number): number {
  const [, decimals = ''] = /\.(\d+)$/.exec(String(percent)) ?? [];
  return decimals.length > 8 ? 1e-9 : 0.005 * 10 ** -decimals.length;
}

function publishDomain(
  suite: string,
  figures: Readonly<Record<string, unknown>>,
  folder: string,
  sink: ResultSink,
) {
  for (const [name, percent] of Object.entries(figures)) {
    const [, k] = /^pass_(\d+)$/.exec(name) ?? [];
    if (k === undefined || percent === null) continue;
    if (typeof percent !== 'number') {
      sink.dropped({
        code: 'not-a-number',
        what: 'is no share',
        record: suite,
        field: `results.${suite}.${name}`,
      });
      continue;
    }
    sink.publish({
      scorer: 'reward',
      metric: `pass^${k} of ${suite}`,
      value: percent / 100,
      field: `results.${suite}.${name}`,
      passK: Number(k),
      rounding: rounding(percent),
      suite,
      folder,
    });
  }
}

/** What tau2 and tau3 hand in for their leaderboard: figures alone, whose runs stand beside them, where they do. */
export const tauSubmission: ResultReader = {
  id: 'tau2-submission',
  title: 'figures handed in to the leaderboard of tau2-bench',
  read(path, sink) {
    sink.version('1');
    const results = objectIn(path)?.['results'];
    const folder = dirname(sink.file);
    for (const [suite, figures] of Object.entries(isJsonObject(results) ? results : {})) {
      if (isJsonObject(figures)) publishDomain(suite, figures, folder, sink);
      sink.raw();
    }
  },
};
