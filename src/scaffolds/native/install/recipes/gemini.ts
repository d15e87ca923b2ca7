import { HARNESS_NODE, type InstallRecipe } from '../recipe.ts';

export const GEMINI: InstallRecipe = {
  id: 'gemini',
  title: 'Gemini CLI',
  package: '@google/gemini-cli',
  version: '0.61.0',
  bin: 'gemini',
  program: () => 'node_modules/@google/gemini-cli/bundle/gemini.js',
  node: HARNESS_NODE,
  versionArgs: ['--version'],
};
