import type { AuditDocument, AuditedProfileDocument } from '../audit/document.ts';

/** How a column's numbers are written: `fixed:3`, `signed:3`, `percent:0`, `integer`; `text` for strings. */
export type ColumnFormat = AuditDocument['panels']['tables'][number]['columns'][number]['format'];

/** What a profile is, in a reader's words, with its headline card. */
export type ProfileSummary = Pick<AuditedProfileDocument, 'title' | 'about' | 'card'>;

type Shown =
  | 'title'
  | 'target'
  | 'provenance'
  | 'version'
  | 'root'
  | 'ledger'
  | 'cards'
  | 'panels'
  | 'generatorCards'
  | 'notProbed'
  | 'howTo';

/**
 * The part of an audit that a report shows. It only formats these numbers and maps them to coordinates; an empty list
 * leaves its panel out. The profiles stand side by side in the order of their keys.
 */
export interface ReportDocument extends Pick<AuditDocument, Shown> {
  readonly profiles: Readonly<Record<string, ProfileSummary>>;
}

export type ReportPanels = AuditDocument['panels'];
