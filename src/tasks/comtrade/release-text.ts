import { readFileSync } from 'node:fs';
import { MeasurandError } from '../../core/errors.ts';

interface ReleaseText {
  readonly source: string;
  readonly serviceUrl: string;
  readonly instructions: string;
  readonly descriptions: Readonly<Record<string, string>>;
}

/** The clean task is in the paper's Table A11 and not in the release: these words are ours. */
const RECONSTRUCTED: Readonly<Record<string, string>> = {
  T9_clean_ab: 'The clean arm of T9: the same query, pages and rows, and no fault injected.',
};

let loaded: ReleaseText | undefined;

function releaseText(): ReleaseText {
  if (loaded) return loaded;
  const url = new URL('../../../data/comtradebench/release-text.json', import.meta.url);
  const text = JSON.parse(readFileSync(url, 'utf8')) as ReleaseText;
  loaded = { ...text, descriptions: { ...RECONSTRUCTED, ...text.descriptions } };
  return loaded;
}

/** The address that the release tells an agent (reference §9.1, item 11). Nothing listens there: it is served as text. */
export function releaseServiceUrl(): string {
  return releaseText().serviceUrl;
}

/** The four lines with which the release starts an episode. */
export function releaseInstructions(): string {
  return releaseText().instructions;
}

/** @throws MeasurandError `unknown-task` for a task without a description */
export function releaseDescription(taskId: string): string {
  const { descriptions } = releaseText();
  const description = Object.hasOwn(descriptions, taskId) ? descriptions[taskId] : undefined;
  if (description !== undefined) return description;
  throw new MeasurandError('unknown-task', `The release describes no task ${JSON.stringify(taskId)}`);
}
