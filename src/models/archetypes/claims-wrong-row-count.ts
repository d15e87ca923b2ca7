import { isJsonObject } from '../../core/json.ts';
import { archetype } from './archetype.ts';

export const claimsWrongRowCount = archetype({
  id: 'claims-wrong-row-count',
  title: 'Hands in the true rows under metadata that contradict them',
  documents:
    'The contradictory-metadata submission of the scorer probe (Table A4: -0.398 with every row true)',
  habits: {
    metadata({ info }) {
      const query = info?.['query'];
      return {
        task_id: info?.['task_id'] ?? null,
        query: { ...(isJsonObject(query) ? query : {}), reporter: '000' },
        row_count: 999,
      };
    },
  },
});
