import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { mergeConfig, type ViteUserConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { planOf } from './plan.ts';

const root = process.cwd();
const { code } = planOf(JSON.parse(process.env['STRATO_MUTANTS'] ?? '[]') as string[]);

/** Hands out the instrumented source in place of the one on disk, which is never written. */
const mutants: Plugin = {
  name: 'mutants',
  enforce: 'pre',
  transform: (_source, id) => code.get(relative(root, id.replace(/\?.*$/, ''))) ?? null,
};

/** The project's own tests with all mutants compiled in; what waits for a condition that a mutant keeps from coming gives up sooner. */
const config: ViteUserConfig = mergeConfig(base, {
  plugins: [mutants],
  test: {
    root,
    maxWorkers: 1,
    watch: false,
    // what a module is turned into hangs on the plan, not on the file alone
    fsModuleCache: false,
    bail: 1,
    setupFiles: ['qa/mutants/switch.ts'],
    silent: true,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 8000 } },
  },
});

export default { ...config, test: { ...config.test, reporters: [{}] } };
