import { defineConfig } from 'vitest/config';

/** Tests that need something outside npm: a browser today. CI installs it; `npm test` never runs these. */
export default defineConfig({
  test: {
    name: 'services',
    reporters: ['default', './test/closing-line-reporter.ts'],
    restoreMocks: true,
    expect: { requireAssertions: true },
    include: ['test/services/**/*.test.ts'],
    pool: 'forks',
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
