import type { Scorer } from '../../src/core/contracts/index.ts';

const ID = /"record_id":\s*"([^"]*)"/g;

/** F1 by identifier, as plainly as it can be written: every line with an id counts. */
export const plainTruth: Scorer = {
  id: 'plain-truth',
  kind: 'outcome',
  title: 'F1 by identifier',
  resolution: 1e-9,
  score({ parts }, { truth }) {
    const wanted = new Set(truth?.records.map((record) => record['record_id']));
    const given = [...(parts['data.jsonl'] ?? '').matchAll(ID)].map(([, id]) => id as string);
    const hits = new Set(given.filter((id) => wanted.has(id))).size;
    const value = given.length + wanted.size === 0 ? 0 : (2 * hits) / (given.length + wanted.size);
    return Promise.resolve({ scorer: 'plain-truth', value, parts: { hits, rows: given.length }, notes: [] });
  },
};
