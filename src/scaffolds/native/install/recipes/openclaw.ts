import { HARNESS_NODE, type InstallRecipe } from '../recipe.ts';

export const OPENCLAW: InstallRecipe = {
  id: 'openclaw',
  title: 'OpenClaw',
  package: 'openclaw',
  version: '2026.9.6',
  bin: 'openclaw',
  program: () => 'node_modules/openclaw/openclaw.mjs',
  node: HARNESS_NODE,
  versionArgs: ['--version'],
  settles: true,
};
