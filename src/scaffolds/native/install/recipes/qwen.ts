import { HARNESS_NODE, type InstallRecipe } from '../recipe.ts';

export const QWEN: InstallRecipe = {
  id: 'qwen',
  title: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  version: '0.24.4',
  bin: 'qwen',
  program: () => 'node_modules/@qwen-code/qwen-code/cli-entry.js',
  node: HARNESS_NODE,
  versionArgs: ['--version'],
};
