import type { Requirement } from '../requirements.ts';

export const TRACE = {
  'trace.ledger.truncation': {
    source: 'issue 4, Must show 4',
    says: 'a log that is cut at any byte is read up to the cut, counts the torn record as dropped, and balances',
  },
  'trace.versions.newer-refused': {
    source: 'issue 4, Trace IR',
    says: 'a log of a newer version than a reader knows is refused with the version and the field',
  },
  'trace.tokens.counted-once': {
    source: 'interop §4, report 20',
    says: 'usage that is repeated for each block or copied by a resume is counted once, beside what adding up would give',
  },
  'trace.results.synthetic-tagged': {
    source: 'interop §4, report 23',
    says: 'a result that a harness wrote in place of one that it never saw is tagged as such',
  },
  'trace.pairs.never-invented': {
    source: 'interop §4, report 22',
    says: 'a call without a result stays unpaired, and no link is invented',
  },
  'trace.notices.accepted-is-not-delivered': {
    source: 'interop §4, report 21',
    says: 'the end of a background task that was accepted and never delivered to the model is told',
  },
  'trace.diff.shown-against-persisted': {
    source: 'issue 4, Must show 5',
    says: 'what a harness persisted and what the model was shown are joined by call, and the known differences are found',
  },
  'trace.export.round-trip': {
    source: 'issue 4, Trace IR',
    says: 'calls, results and token counts survive being written as ATIF or OTLP JSON and read back',
  },
  'trace.sources.native-containers': {
    source: 'issue 4, Trace IR',
    says: 'a session in SQLite with its write-ahead log, or in zstd, gives the same trace as its rows as JSON lines',
  },
  'trace.command.ledger': {
    source: 'issue 4, Trace IR',
    says: 'import prints a ledger that balances, and exits with 0, with 1 where a record was dropped, and with 2 where the file is refused',
  },
  'trace.command.inert': {
    source: 'DESIGN §10',
    says: 'control characters of a transcript never reach the terminal',
  },
  'trace.command.folder': {
    source: 'issue 4, Trace IR',
    says: 'a folder of mixed files is imported file by file, and each that is refused is named with the reason',
  },
  'trace.inspect.whole': {
    source: 'issue 4, Trace IR',
    says: 'an Inspect log, as .eval or as JSON, gives its messages, model calls with usage, and tool calls, each record counted once',
  },
  'trace.inspect.pools': {
    source: 'interop §2, Inspect',
    says: 'pooled messages, pooled bodies and attachments are put in the places that refer to them, in both forms of a sample',
  },
  'trace.inspect.unfinished': {
    source: 'interop §2, Inspect',
    says: 'the journal of a log that was never finished is read, and what it lacks is named',
  },
  'trace.inspect.diff': {
    source: 'issue 4, Must show 5',
    says: 'what a tool gave and what the next request showed of it are compared within one Inspect log',
  },
  'trace.inspect.newer-refused': {
    source: 'issue 4, Trace IR',
    says: 'an Inspect log of a newer version is refused, and an event of an unknown kind is kept raw and told',
  },
} satisfies Readonly<Record<string, Requirement>>;
