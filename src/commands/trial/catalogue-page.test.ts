import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cataloguePage } from './catalogue-page.ts';
import { listText, listTrials } from './list.ts';

test('the page of the catalogue is what the data make of it', () => {
  const page = readFileSync(new URL('../../../docs/trial-catalogue.md', import.meta.url), 'utf8');
  expect(page).toBe(cataloguePage());
});

test('the list counts what is written beside what is planned and what the paper prints', () => {
  const list = listTrials();
  expect([list.written, list.planned]).toEqual([20, 95]);
  expect(listText(list)).toContain('20 of 95');
  expect(list.paper).toEqual({ harness: 783, agent: 556, rules: 909, rubrics: 430 });
  expect(list.lines.harness + list.lines.agent).toBe(list.lines.rules + list.lines.rubrics);
  expect(list.dimensions.reduce((sum, { written }) => sum + written, 0)).toBe(20);
  const written = list.trials.filter((trial) => trial.written);
  expect(written.filter(({ eligible }) => (eligible?.length ?? 0) < 2)).toEqual([]);
});
