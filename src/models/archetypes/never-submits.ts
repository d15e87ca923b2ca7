import { archetype } from './archetype.ts';

export const neverSubmits = archetype({
  id: 'never-submits',
  title: 'Fetches every page and says so, but hands nothing in',
  documents: 'The missing submission of Qwen, and of GPT-4o-mini at L2 (Table 1: 0 under both scorers)',
  habits: { handsIn: 'never', closing: 'I have fetched all pages and removed the duplicates.' },
});
