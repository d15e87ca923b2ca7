import type { InstallRecipe, Machine } from '../recipe.ts';

/** The folder of the binary is named after the compiler's target. */
const TARGETS: Readonly<Record<string, string>> = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
};

export const CODEX: InstallRecipe = {
  id: 'codex',
  title: 'Codex',
  package: '@openai/codex',
  version: '0.171.0',
  bin: 'codex',
  program: ({ platform, arch }: Machine) => {
    const target = TARGETS[`${platform}-${arch}`];
    return target && `node_modules/@openai/codex-${platform}-${arch}/vendor/${target}/bin/codex`;
  },
  versionArgs: ['--version'],
};
