import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './test/closing-line-reporter.ts'],
    restoreMocks: true,
    // One a core: by default one core of two would stand idle.
    maxWorkers: '100%',
    expect: { requireAssertions: true },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/*.test.*', 'src/cli/**'],
      thresholds: { lines: 90, functions: 90, branches: 80 },
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/layers.test.ts', 'test/requirements.test.ts'],
          pool: 'threads',
          // One module graph a thread: importing it anew for every file took three times as long as the tests.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/**/*.test.ts'],
          exclude: ['test/layers.test.ts', 'test/requirements.test.ts', 'test/services/**'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
