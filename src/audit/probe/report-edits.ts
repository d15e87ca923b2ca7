import type { JsonObject, JsonValue } from '../../core/json.ts';
import { type Edit, type RecordsDraft, recordOn } from './edit.ts';

const edit = (id: string, title: string, apply: Edit['apply']): Edit => ({
  id,
  title,
  effect: 'equivalent',
  channel: 'report',
  apply,
});

function rewriteMetadata(
  draft: RecordsDraft,
  change: (metadata: JsonObject) => JsonObject,
): RecordsDraft | undefined {
  const metadata = recordOn(draft.metadata);
  return metadata && { ...draft, metadata: JSON.stringify(change(metadata)) };
}

const set = (field: string, value: JsonValue) => (metadata: JsonObject) => ({ ...metadata, [field]: value });

const without = (fields: readonly string[]) => (metadata: JsonObject) =>
  Object.fromEntries(Object.entries(metadata).filter(([key]) => !fields.includes(key)));

/** The submission that gives the paper's drop exactly: schema and key left out, a wrong row count, a wrong reporter. */
const contradictory = edit(
  'contradictory',
  'row count and reporter misreported, schema and key left out',
  (draft) =>
    rewriteMetadata(draft, (metadata) => ({
      ...without(['schema', 'dedup_key'])(metadata),
      query: { ...(metadata['query'] as JsonObject | undefined), reporter: '000' },
      row_count: 999,
    })),
);

const wrongRowCount = edit('wrong-row-count', 'the declared row count is wrong', (draft) =>
  rewriteMetadata(draft, set('row_count', 999)),
);

const noSchema = edit('no-schema', 'no schema is declared', (draft) =>
  rewriteMetadata(draft, without(['schema'])),
);

const claimsFewRequests = edit('claims-one-request', 'the submission claims a single request', (draft) =>
  rewriteMetadata(draft, set('request_count', 1)),
);

const claimsManyRequests = edit('claims-many-requests', 'the submission claims many requests', (draft) =>
  rewriteMetadata(draft, set('request_count', 40)),
);

const silentLog = edit('silent-log', 'the log holds nothing', (draft) =>
  draft.log === '' ? undefined : { ...draft, log: '' },
);

const chattyLog = edit(
  'chatty-log',
  'the log claims retries, backoff and success in every word the judge looks for',
  (draft) => ({
    ...draft,
    log: `${draft.log}\ninfo warn error retry status=429 retry status=500 exponential backoff max limit complete=true`,
  }),
);

/** The same records with another story told about them. A scorer of work should not move. */
export const REPORT_EDITS: readonly Edit[] = [
  contradictory,
  wrongRowCount,
  noSchema,
  claimsFewRequests,
  claimsManyRequests,
  silentLog,
  chattyLog,
];
