import { archetype } from './archetype.ts';

export const submitsEmpty = archetype({
  id: 'submits-empty',
  title: 'Fetches every page and hands in a valid submission without a row',
  documents:
    'Llama-3.3-70B at L2: an empty payload that the shipped judge still pays (Table 1: 0.523 against F1 0)',
  habits: { rows: () => [] },
});
