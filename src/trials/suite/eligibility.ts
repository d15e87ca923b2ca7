import type { HarnessAdapter, HarnessRun } from '../../scaffolds/native/contracts.ts';
import type { Trial } from './define-trial.ts';
import type { Need } from './definition.ts';

/**
 * Whether a trial can be run under a harness. `unsupported`: the harness lacks a means that the trial needs.
 * `non-comparable` (found when it runs): a move has no translation, so what was tried is another trial.
 */
export type Eligibility =
  | { readonly code: 'eligible' }
  | { readonly code: 'unsupported'; readonly need: Need; readonly reason: string };

const NOBODY: HarnessRun = {
  prompts: ['.'],
  workspace: '/workspace',
  home: '/home',
  temporary: '/tmp',
  model: 'model',
  gateway: 'http://127.0.0.1:1',
  token: 'token',
  servers: [],
  settings: {},
};

const claims = ({ claims: all }: HarnessAdapter, capability: string, lacking: string): string | undefined =>
  all.some((claim) => claim.capability === capability && claim.status !== 'declared') ? undefined : lacking;

function noResume(adapter: HarnessAdapter): string | undefined {
  const known = adapter.unsupported('resume-history');
  if (known !== undefined) return known;
  const args = adapter.prepare(NOBODY).resumed('.', 'session');
  return 'unsupported' in args ? args.unsupported : undefined;
}

/** Why a harness lacks a means, or undefined where it has it. */
const LACKS: Readonly<Record<Need, (adapter: HarnessAdapter) => string | undefined>> = {
  'tool-servers': (adapter) => claims(adapter, 'callTool', 'it has no client for tool servers'),
  resume: noResume,
  background: (adapter) => claims(adapter, 'background', 'it has no background mode'),
  delegate: (adapter) => claims(adapter, 'delegate', 'it has no tool that starts an agent'),
  'deny-rules': (adapter) => claims(adapter, 'deny-rules', 'it has no rule that denies one path'),
  hooks: (adapter) => claims(adapter, 'hooks', 'no finish hook of it is set up here'),
  approvals: (adapter) => claims(adapter, 'approvals', 'no way to approve its calls is set up here'),
  'time-limit': (adapter) => adapter.unsupported('limit-3s'),
  'output-limit': (adapter) => adapter.unsupported('cut-arguments'),
};

/** Says before a run whether a harness has the means that a trial needs. The first that it lacks is the reason. */
export function eligibilityOf({ needs }: Pick<Trial, 'needs'>, adapter: HarnessAdapter): Eligibility {
  for (const need of needs) {
    const reason = LACKS[need](adapter);
    if (reason !== undefined) return { code: 'unsupported', need, reason };
  }
  return { code: 'eligible' };
}
