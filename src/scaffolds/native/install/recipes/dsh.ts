import { HARNESS_NODE, type InstallRecipe } from '../recipe.ts';

/** Packages that the harness's parts name as peers and the harness does not bring. */
const PEERS = [
  'anonymous-user-id',
  'atomic-write',
  'bash-local',
  'code-runtime',
  'compaction',
  'fs',
  'invariants',
  'output-retention',
  'sandbox',
  'scope',
  'session-telemetry',
  'session-title-llm',
  'shell',
  'spill',
  'subagent-in-process-driver',
  'timeout',
  'workflow',
];

/** With newer ones it dies at its start, for want of a service that they renamed. */
const PINS = {
  '@deepseek-ai/cordis': '4.0.1',
  '@deepseek-ai/cordis-plugin-group': '1.0.1',
  '@deepseek-ai/cordis-plugin-hmr': '1.0.16',
  '@deepseek-ai/cordis-plugin-include': '1.0.6',
  '@deepseek-ai/cordis-plugin-loader': '1.0.2',
  '@deepseek-ai/cordis-plugin-timer': '1.1.3',
  '@deepseek-ai/cosmokit': '1.8.2',
  '@deepseek-ai/schemastery': '3.18.1',
};

export const DSH: InstallRecipe = {
  id: 'dsh',
  title: 'DeepSeek Harness',
  package: '@deepseek-ai/dsh',
  version: '0.1.0-rc.8',
  bin: 'dsh',
  program: () => 'node_modules/@deepseek-ai/dsh/lib/bin.js',
  node: HARNESS_NODE,
  versionArgs: ['--version'],
  besides: (version) => ({
    ...Object.fromEntries(PEERS.map((name) => [`@deepseek-ai/dsh-${name}`, version])),
    ...PINS,
  }),
  ignorePeers: true,
};
