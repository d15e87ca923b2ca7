import { dirname } from 'node:path';
import { figuresOf, sectionsHtml } from '../study/html.ts';
import { writeWhole } from '../write.ts';
import type { Results } from './document.ts';
import { resultsSections } from './sections.ts';

/** What logs show, as one HTML page that needs nothing else. Deterministic in its input. */
export async function resultsHtml(results: Results): Promise<string> {
  const { stats, comparisons, version } = results;
  return sectionsHtml({
    title: 'What the logs show',
    remarks: [],
    sections: resultsSections(results),
    figures: stats ? await figuresOf({ stats, comparisons, study: null }) : new Map(),
    foot: `Made by Measurand ${version}. measurand stats --json prints every number on this page in full.`,
  });
}

/** Writes the page whole or not at all. @throws MeasurandError `report-write` */
export async function writeResultsPage(results: Results, file: string): Promise<void> {
  writeWhole(dirname(file), new Map([[file, await resultsHtml(results)]]));
}
