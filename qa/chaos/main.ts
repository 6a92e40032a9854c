import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report } from './report.ts';
import { chaos } from './run.ts';

// make chaos: VOLTE is the number of kills (default 100), SEME the seed (default random); after a fault the exit code is 1 and the folder
// stays
const times = Number(process.env['VOLTE'] || 100);
const seed = Number(process.env['SEME'] || Math.floor(Math.random() * 2 ** 31));
if (!Number.isSafeInteger(times) || times < 1 || !Number.isSafeInteger(seed) || seed < 0)
  throw new Error('VOLTE and SEME must be whole numbers');
const folder = await mkdtemp(join(tmpdir(), 'strato-chaos-'));
// the database runs as another user if this process is root, and must be able to enter the folder
await chmod(folder, 0o755);
console.log(`Seed ${seed}, folder ${folder}`);
const outcome = await chaos({ times, seed, folder, say: (line) => console.log(line) });
console.log(`\n${report(outcome)}`);
if (outcome.faults.length === 0) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
else process.exitCode = 1;
