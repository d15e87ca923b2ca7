import { HARNESS_NODE, type InstallRecipe } from '../recipe.ts';

export const PI: InstallRecipe = {
  id: 'pi',
  title: 'pi',
  package: '@mariozechner/pi-coding-agent',
  version: '0.73.1',
  bin: 'pi',
  program: () => 'node_modules/@mariozechner/pi-coding-agent/dist/cli.js',
  node: HARNESS_NODE,
  versionArgs: ['--version'],
};
