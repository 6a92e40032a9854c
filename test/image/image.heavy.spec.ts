import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walkDockerfile, type BuiltImage } from './walk.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PATH = `${dirname(process.execPath)}:${process.env['PATH']}`;
const SLOW_MS = 600_000;

// no Docker engine is needed: the Dockerfile's own lines are done one by one, each stage in an empty folder
describe('L’immagine', { timeout: SLOW_MS }, () => {
  let work: string;
  let built: BuiltImage;
  beforeAll(async () => {
    work = await mkdtemp(join(tmpdir(), 'strato-immagine-'));
    built = await walkDockerfile(ROOT, work, PATH);
  }, SLOW_MS);
  afterAll(() => rm(work, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  /** Runs the entry point in the image's own folder and environment; returns its output and exit code. */
  async function start(args: string[], env: Record<string, string> = {}): Promise<{ code: number; written: string }> {
    const [, ...entry] = built.entry;
    const program = spawn(process.execPath, [...entry, ...args], {
      cwd: built.folder,
      env: { ...built.env, PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let written = '';
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (chunk: Buffer) => (written += chunk.toString()));
    const [code] = (await once(program, 'exit')) as [number];
    return { code, written };
  }

  test('si costruisce con i soli file che le arrivano, la pagina compresa', () => {
    expect(existsSync(join(built.folder, 'web/dist/index.html'))).toBe(true);
    expect(existsSync(join(built.folder, 'services/main.ts'))).toBe(true);
  });

  test('porta ciò che serve e niente di più: nessuna prova, nessuno strumento', () => {
    for (const tool of ['vitest', 'vite', 'typescript', 'embedded-postgres-data'])
      expect(existsSync(join(built.folder, 'node_modules', tool)), tool).toBe(false);
  });

  test('parte: ogni modulo si trova, e senza configurazione dice che cosa manca', async () => {
    const { code, written } = await start(['--role', 'api']);
    expect(code).toBe(1);
    for (const name of ['DATABASE_URL', 'EVENTSTORE_URL', 'REDIS_URL', 'SEGRETO', 'ARCHIVIO_DIR']) expect(written).toContain(name);
    expect(written).not.toMatch(/ERR_MODULE_NOT_FOUND|Cannot find/);
  });
});
