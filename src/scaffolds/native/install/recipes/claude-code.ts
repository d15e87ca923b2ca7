import type { InstallRecipe, Machine } from '../recipe.ts';

const MACHINES = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

export const CLAUDE_CODE: InstallRecipe = {
  id: 'claude-code',
  title: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  version: '2.1.332',
  bin: 'claude',
  program: ({ platform, arch }: Machine) =>
    MACHINES.includes(`${platform}-${arch}`)
      ? `node_modules/@anthropic-ai/claude-code-${platform}-${arch}/claude`
      : undefined,
  versionArgs: ['--version'],
};
