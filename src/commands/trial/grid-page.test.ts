import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { gridPage, type ProvenGrid, type ProvenLinks } from './grid-page.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../docs/${path}`, import.meta.url), 'utf8');

test('the page of the grid is what the proofs make of it', () => {
  const grid = JSON.parse(read('proofs/trials.json')) as ProvenGrid;
  const links = JSON.parse(read('proofs/links.json')) as ProvenLinks;
  expect(read('trial-grid.md')).toBe(gridPage(grid, links));
});
