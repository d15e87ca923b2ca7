import { join } from 'node:path';
import { isJsonObject } from '../../../../core/json.ts';
import type { Mark } from '../../run.ts';
import { jsonIn, textIn } from '../small-file.ts';

const RAN = /\b\d+ (?:passed|failed|tests? (?:ran|passed|failed))\b|\bRan \d+ tests?\b|^(?:ok|not ok) \d+/im;
const BROKE =
  /No module named \S+|command not found|ImportError while loading|E: (?:Unable|Failed) to \w+|Could not resolve host|No such file or directory|ERROR: No matching distribution|Temporary failure in name resolution/;

/** The verifier's own output says that it broke before any test ran. */
function brokenVerifier(folder: string): { readonly file: string; readonly why: string } | undefined {
  for (const name of ['test-stdout.txt', 'test-stderr.txt', 'stdout.txt']) {
    const text = textIn(join(folder, name));
    if (text === undefined || RAN.test(text)) continue;
    const [why] = BROKE.exec(text) ?? [];
    if (why !== undefined) return { file: join(folder, name), why };
  }
  return undefined;
}

/** Reward that the text file holds, and the one that the JSON file holds, where they are there. */
function rewards(folder: string): { readonly text?: number; readonly json?: number } {
  const text = textIn(join(folder, 'reward.txt'))?.trim();
  const json = jsonIn(join(folder, 'reward.json'));
  const inJson = isJsonObject(json) ? json['reward'] : json;
  return {
    ...(text === undefined || text === '' ? {} : { text: Number(text) }),
    ...(typeof inJson === 'number' ? { json: inJson } : {}),
  };
}

/** What the files of a verifier show beside the reward that was stored. */
export interface VerifierFiles {
  readonly marks: readonly Mark[];
  /** Set where there was no verdict at all. */
  readonly noVerdict?: string;
}

/** @param stored the reward in the trial's result; undefined where there is none */
export function verifierFiles(folder: string, stored: number | undefined): VerifierFiles {
  const { text, json } = rewards(folder);
  const disagree: readonly Mark[] =
    text !== undefined && json !== undefined && text !== json
      ? [
          {
            check: 'rewards-disagree',
            what: `reward.txt says ${text} and reward.json says ${json}`,
            field: 'reward',
            file: join(folder, 'reward.txt'),
          },
        ]
      : [];
  if (stored !== 0) return { marks: disagree };
  const broken = brokenVerifier(folder);
  if (!broken) return { marks: disagree };
  const what = `the verifier broke (${broken.why}), and the reward is 0`;
  return {
    marks: [...disagree, { check: 'no-verdict-as-minimum', what, file: broken.file }],
    noVerdict: what,
  };
}
