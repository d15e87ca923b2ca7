import type { JsonObject } from '../../core/json.ts';
import { isJsonObject } from '../../core/json.ts';
import { archetype } from './archetype.ts';
import { type Reading, totalRows } from './reading.ts';

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

export const fabricates = archetype({
  id: 'fabricates',
  title: 'Fetches nothing and hands in invented rows, as many as there should be',
  documents: 'The fabricated submission of the scorer probe (Tables A4 and A10: as good as the correct one)',
  habits: { nextPages: () => [], rows: invented },
});
