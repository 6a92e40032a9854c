import { defineConfig } from 'vitest/config';

const SKIPPED = ['**/node_modules/**', '**/.dati/**', '**/dist/**'];

export default defineConfig({
  test: {
    // two cores; each int spec also keeps a PostgreSQL session or two
    maxWorkers: 2,
    pool: 'forks',
    // conditions are waited for, never timed: a busy machine is only slow
    expect: { poll: { timeout: 45_000 } },
    // the report that .ci/run counts
    reporters: ['default', ['json', { outputFile: process.env['STRATO_REPORT'] ?? 'test-results/vitest.json' }]],
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: ['**/*.unit.spec.{ts,tsx}'], exclude: SKIPPED, setupFiles: ['test/setup.ts'], testTimeout: 30_000 },
      },
      {
        extends: true,
        test: {
          name: 'int',
          include: ['**/*.int.spec.ts'],
          exclude: SKIPPED,
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.e2e.spec.ts'],
          exclude: SKIPPED,
          globalSetup: ['test/e2e/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
