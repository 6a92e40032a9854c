import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { report } from './report.ts';
import { chaos } from './run.ts';

// a short run with few kills; `make chaos` kills a hundred times by default
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'strato-chaos-'));
  await chmod(folder, 0o755);
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test(
  'ucciso mentre sedici scrivono, con e senza il suo database, il portale non perde e non raddoppia niente',
  { timeout: 300_000 },
  async () => {
    const outcome = await chaos({ times: 3, seed: 20, burst: 40, folder });
    expect(outcome.faults, report(outcome)).toEqual([]);
    expect(outcome.kills).toMatchObject({ portal: 3, withDatabase: expect.toSatisfy((n: number) => n > 0) });
    // without enough acknowledged and repeated writes, the run would prove nothing
    expect(outcome.acknowledged).toBeGreaterThan(30);
    expect(outcome.repeated).toBeGreaterThan(0);
  },
);
