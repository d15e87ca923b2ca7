import { writeFileSync } from 'node:fs';
import { cataloguePage } from '../src/commands/trial/catalogue-page.ts';

writeFileSync(new URL('../docs/trial-catalogue.md', import.meta.url), cataloguePage());
