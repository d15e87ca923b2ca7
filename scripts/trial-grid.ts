import { readFileSync, writeFileSync } from 'node:fs';
import { gridPage, type ProvenGrid, type ProvenLinks } from '../src/commands/trial/grid-page.ts';

const proof = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../docs/proofs/${name}.json`, import.meta.url), 'utf8'));

const page = gridPage(proof('trials') as ProvenGrid, proof('links') as ProvenLinks);
writeFileSync(new URL('../docs/trial-grid.md', import.meta.url), page);
