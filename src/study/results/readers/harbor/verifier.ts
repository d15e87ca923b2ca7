import { join } from 'node:path';
import { isJsonObject } from '../../../../core/json.ts';
import type { Mark } from '../../run.ts';
import { jsonIn, textIn } from '../small-file.ts';

const RAN =
  /\b\d+ (?:passed|failed|errors?|tests? (?:ran|passed|failed))\b|\bRan \d+ tests?\b|^(?:ok|not ok) \d+|^ERROR collecting/im;
/** Tools that verifiers bring themselves; what else is absent may be the work that was asked for. */
const TOOLS = '(?:uvx?|pytest|pip3?|python3?|curl|wget|git|npm|npx|node|bash|apt(?:-get)?|tar|unzip|jq)';
const BROKE = new RegExp(
  [
    String.raw`\bpython3?: No module named \S+`,
    String.raw`\b${TOOLS}: (?:command )?not found`,
    'ImportError while loading conftest',
    String.raw`E: (?:Unable|Failed) to \w+`,
    'Could not resolve host',
    'ERROR: No matching distribution',
    'Temporary failure in name resolution',
    String.raw`(?:bash|sh): \S*test\.sh: (?:No such file or directory|Permission denied)`,
  ].join('|'),
);

/** The verifier's own output says that it broke before any test ran. */
function brokenVerifier(folder: string): { readonly file: string; readonly why: string } | undefined {
  for (const name of ['test-stdout.txt', 'test-stderr.txt', 'stdout.txt', 'stderr.txt']) {
    const text = textIn(join(folder, name));
    if (text === undefined || RAN.test(text)) continue;
    const [why] = BROKE.exec(text) ?? [];
    if (why !== undefined) return { file: join(folder, name), why };
  }
  return undefined;
}

interface Reward {
  /** Undefined where the file holds no number. */
  readonly value: number | undefined;
  readonly name: string;
}

/** Rewards that the verifier's own files hold, where they are there. */
function rewards(folder: string): readonly Reward[] {
  const text = textIn(join(folder, 'reward.txt'))?.trim();
  const json = jsonIn(join(folder, 'reward.json'));
  const inJson = isJsonObject(json) ? json['reward'] : json;
  const number = text === undefined || text === '' ? undefined : Number(text);
  return [
    ...(number === undefined
      ? []
      : [{ name: 'reward.txt', value: Number.isNaN(number) ? undefined : number }]),
    ...(typeof inJson === 'number' ? [{ name: 'reward.json', value: inJson }] : []),
  ];
}

/** What the files of a verifier show beside the reward that was stored. */
export interface VerifierFiles {
  readonly marks: readonly Mark[];
  /** Set where there was no verdict at all. */
  readonly noVerdict?: string;
}

function disagreement(folder: string, found: readonly Reward[], stored: number | undefined): readonly Mark[] {
  const all = [...found, ...(stored === undefined ? [] : [{ name: 'the result', value: stored }])].filter(
    ({ value }) => value !== undefined,
  );
  const [first, ...others] = all;
  const other = others.find(({ value }) => value !== first?.value);
  if (!first || !other) return [];
  return [
    {
      check: 'rewards-disagree',
      what: `${first.name} says ${first.value} and ${other.name} says ${other.value}`,
      field: 'reward',
      file: join(folder, first.name),
    },
  ];
}

/** @param stored the reward in the trial's result; undefined where there is none */
export function verifierFiles(folder: string, stored: number | undefined): VerifierFiles {
  const found = rewards(folder);
  const disagree = disagreement(folder, found, stored);
  if (stored !== 0) return { marks: disagree };
  const unread = found.find(({ value }) => value === undefined);
  const broken = unread
    ? { file: join(folder, unread.name), why: `${unread.name} holds no number` }
    : brokenVerifier(folder);
  if (!broken) return { marks: disagree };
  const what = `the verifier broke (${broken.why}), and the reward is 0`;
  return {
    marks: [...disagree, { check: 'no-verdict-as-minimum', what, file: broken.file }],
    noVerdict: what,
  };
}
