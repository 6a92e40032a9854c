import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileOnce } from '../compile-once.ts';
import { startProgram } from '../program.ts';

/** Milliseconds after which a portal that does not stop is killed, so that the run ends. */
const STOP_MS = 60_000;

/** Starts one portal with demo data for all browser specs, as a process of its own; returns the function that stops it. */
export default async function setup(): Promise<() => Promise<void>> {
  compileOnce();
  const folder = await mkdtemp(join(tmpdir(), 'strato-e2e-'));
  // the embedded server runs as another user when the tests run as root
  await chmod(folder, 0o755);
  const program = await startProgram({ DATI_DIR: join(folder, 'dati'), DEMO: '1', LOG_LEVEL: 'warn' });
  const stop = async (): Promise<void> => {
    program.process.kill('SIGTERM');
    const kill = setTimeout(() => program.process.kill('SIGKILL'), STOP_MS);
    await program.exit;
    clearTimeout(kill);
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    await program.ready();
  } catch (error) {
    await stop();
    throw error;
  }
  process.env['STRATO_E2E_URL'] = program.base;
  // temporary folder of the test workers; a browser that ends with its worker leaves its profile there
  process.env['TMPDIR'] = join(folder, 'tmp');
  await mkdir(process.env['TMPDIR']);
  return stop;
}
