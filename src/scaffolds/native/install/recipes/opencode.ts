import type { InstallRecipe, Machine } from '../recipe.ts';

const MACHINES = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

export const OPENCODE: InstallRecipe = {
  id: 'opencode',
  title: 'opencode',
  package: 'opencode-ai',
  version: '1.18.33',
  bin: 'opencode',
  program: ({ platform, arch }: Machine) =>
    MACHINES.includes(`${platform}-${arch}`)
      ? `node_modules/opencode-${platform}-${arch}/bin/opencode`
      : undefined,
  versionArgs: ['--version'],
};
