import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { avviaProgramma } from '../program.ts';

/** One portal with demo data for all browser specs, started as people start it. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'strato-e2e-'));
  // the embedded server runs as another user when the tests run as root
  await chmod(folder, 0o755);
  const programma = await avviaProgramma({ DATI_DIR: join(folder, 'dati'), DEMO: '1', LOG_LEVEL: 'warn' });
  const ferma = async (): Promise<void> => {
    programma.processo.kill('SIGTERM');
    await programma.uscita;
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    await programma.pronto();
  } catch (error) {
    await ferma();
    throw error;
  }
  process.env['STRATO_E2E_URL'] = programma.base;
  return ferma;
}
