import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { archetype } from './archetype.ts';
import { type Reading, totalRows } from './reading.ts';
import { honestLog, honestMetadata } from './report.ts';

/** Declared where the service does not tell how many rows there are. */
const GUESS = 100;

/** Well-formed rows of the query with made-up values. The identifiers are of a form that no task uses. */
function invented(reading: Reading): readonly JsonObject[] {
  const asked = reading.info?.['query'];
  const query = isJsonObject(asked) ? asked : {};
  const { year = 2020, reporter = '0', partner = '0', flow = 'M', hs = '0' } = query;
  return Array.from({ length: totalRows(reading) ?? GUESS }, (_, index) => ({
    year,
    reporter,
    partner,
    flow,
    hs,
    cmdCode: hs,
    tradeValue: 1000 + index,
    netWeight: 100 + index,
    qty: 10 + index,
    record_id: `invented-${String(index).padStart(6, '0')}`,
  }));
}

/** The page size that the task tells, in either profile's words. */
function pageSize({ info }: Reading): number {
  const constraints = info?.['constraints'];
  const told = info?.['page_size'] ?? (isJsonObject(constraints) ? constraints['page_size'] : undefined);
  return typeof told === 'number' && told >= 1 ? told : GUESS;
}

/** The walk that it says it made: every page once, none failed. */
function pretended(reading: Reading): Reading {
  const pages = Math.ceil((totalRows(reading) ?? GUESS) / pageSize(reading));
  const message = { role: 'user', text: '' } as const;
  return {
    ...reading,
    fetches: Array.from({ length: pages }, (_, index) => ({ page: index + 1, rows: [], message })),
  };
}

export const fabricates = archetype({
  id: 'fabricates',
  title:
    'Fetches nothing, hands in invented rows, as many as there should be, and reports a walk that it never made',
  documents: 'The fabricated submission of the scorer probe (Tables A4 and A10: as good as the correct one)',
  habits: {
    nextPages: () => [],
    rows: invented,
    metadata: (reading, rows) => honestMetadata(pretended(reading), rows),
    log: (reading) => honestLog(pretended(reading), true),
  },
});
