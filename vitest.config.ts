import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const SKIPPED = ['**/node_modules/**', '**/.dati/**', '**/dist/**'];

/** The longest files, longest first: begun last, one of them would run alone at the end. */
const LONGEST = [
  'console.heavy',
  'restore-test.heavy',
  'nightly-backups.heavy',
  'killed-forgetting.heavy',
  'walk-admin.e2e',
  'walk-admin-phone.e2e',
  'da-inviare.e2e',
  'personale.e2e',
  'etichette.e2e',
  'walk-staff.e2e',
  'scansiona.e2e',
  'membership.e2e',
  'produzione-offline.e2e',
  'whole-exit.int',
  'main.int',
  'attacks/files.int',
  'importa.int',
  'backup.int',
  'rebuild.int',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.includes(`/${name}.spec.`));
      return found === -1 ? LONGEST.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b));
  }
}

/** Each int spec also keeps a PostgreSQL session or two, and the portal under test has work of its own: eight are enough for any machine. */
const WORKERS = Math.max(2, Math.min(8, availableParallelism()));

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    pool: 'forks',
    sequence: { sequencer: LongestFirst },
    // conditions are waited for, never timed: a busy machine is only slow
    expect: { poll: { timeout: 45_000 } },
    // the report that .ci/run counts
    reporters: ['default', ['json', { outputFile: process.env['STRATO_REPORT'] ?? 'test-results/vitest.json' }]],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.unit.spec.ts'],
          exclude: [...SKIPPED, 'web/**'],
          setupFiles: ['test/setup.ts'],
          testTimeout: 30_000,
          // a worker loads each source once for all of its files: four fifths of the processor time
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['web/**/*.unit.spec.{ts,tsx}'],
          exclude: SKIPPED,
          setupFiles: ['test/setup.ts', 'web/setup.testing.ts'],
          testTimeout: 30_000,
          isolate: false,
        },
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
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // kills, restores and builds that take long, of which a smaller case is among the others
          name: 'heavy',
          include: ['**/*.heavy.spec.ts'],
          exclude: [...SKIPPED, 'test/e2e/**'],
          globalSetup: ['test/global-setup.ts'],
          setupFiles: ['test/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'heavy-e2e',
          include: ['test/e2e/**/*.heavy.spec.ts'],
          exclude: SKIPPED,
          globalSetup: ['test/e2e/setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // forgetting a person makes all read tables anew and deletes everybody's finished results
          maxWorkers: 1,
        },
      },
      {
        extends: true,
        test: {
          // no test: `npm run pictures` writes docs/img
          name: 'pictures',
          include: ['**/*.pictures.ts'],
          exclude: SKIPPED,
          globalSetup: ['test/global-setup.ts'],
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
          isolate: false,
          // a browser spec often waits: for a job's end, for a silence that the device must notice
          maxWorkers: Math.max(3, WORKERS),
        },
      },
    ],
  },
});
