import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { databaseDiProva, type DatabaseDiProva } from '../test/postgres.ts';
import { avviaProgramma, type Programma } from '../test/program.ts';
import { finito, segnala, vivo } from './platform/postgres/postmaster.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const ENTRO_MS = 30_000;
// each test starts programs; a busy machine takes its time
const LENTO = { timeout: 180_000 };

describe('Il programma', LENTO, () => {
  let dati: string;
  const running: Programma[] = [];
  beforeAll(async () => {
    dati = await mkdtemp(join(tmpdir(), 'strato-programma-'));
    await chmod(dati, 0o755);
  });
  afterEach(async () => {
    for (const { processo, uscita } of running.splice(0)) {
      processo.kill('SIGTERM');
      await uscita;
    }
  }, LENTO.timeout);
  afterAll(() => rm(dati, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  async function avvia(env: Record<string, string> = {}, ...rest: [argomenti?: string[], prefisso?: string[]]): Promise<Programma> {
    const programma = await avviaProgramma({ DATI_DIR: dati, ...env }, ...rest);
    running.push(programma);
    return programma;
  }
  const postmaster = async (folder = dati) => Number((await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const passwordIn = (text: string) => /password {2}(\S+)/.exec(text)?.[1];
  const entra = async (base: string, password: string) => {
    const body = JSON.stringify({ username: 'admin', password: md5(password) });
    return (await fetch(`${base}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).status;
  };

  test('un portale vuoto dice una volta sola la password del primo amministratore; Ctrl+C lo chiude tutto; ucciso, riparte da solo', async () => {
    const primo = await avvia();
    await primo.pronto();
    const password = passwordIn(primo.scritto()) ?? '';
    expect(await entra(primo.base, password)).toBe(200);
    const database = await postmaster();
    primo.processo.kill('SIGINT');
    expect(await primo.uscita).toBe(0);
    expect(vivo(database)).toBe(false);

    const secondo = await avvia();
    await secondo.pronto();
    expect(passwordIn(secondo.scritto())).toBeUndefined();
    expect(await entra(secondo.base, password)).toBe(200);
    const orphan = await postmaster();
    secondo.processo.kill('SIGKILL');
    await secondo.uscita;
    expect(vivo(orphan)).toBe(true);

    const terzo = await avvia();
    await terzo.pronto();
    expect(vivo(orphan)).toBe(false);
    expect(await entra(terzo.base, password)).toBe(200);
  });

  test('fermato mentre si avvia, non lascia niente in giro', async () => {
    const programma = await avvia();
    await expect.poll(() => fetch(programma.base).then((answer) => answer.status, () => 0), { timeout: ENTRO_MS }).not.toBe(0);
    programma.processo.kill('SIGTERM');
    expect(await programma.uscita).toBe(0);
    const left = await postmaster().catch(() => 0);
    expect(left !== 0 && vivo(left)).toBe(false);
  });

  test('un secondo Ctrl+C esce subito, anche con una richiesta a metà, e il database si ferma lo stesso', async () => {
    const programma = await avvia();
    await programma.pronto();
    const database = await postmaster();
    const socket = connect(Number(new URL(programma.base).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{');
    // only a request that has been read holds the door open: another answer says that it has
    await fetch(`${programma.base}/api/salute`);
    programma.processo.kill('SIGINT');
    await expect.poll(() => fetch(programma.base).then(() => true, () => false), { timeout: ENTRO_MS }).toBe(false);
    programma.processo.kill('SIGINT');
    expect(await programma.uscita).toBe(130);
    expect(await finito(database, ENTRO_MS)).toBe(true);
    socket.destroy();
  });

  test('ucciso il make che lo ha avviato, si ferma anche lui', async () => {
    const programma = await avvia({}, [], ['bash', '-c', 'STRATO_GENITORE=$$ "$@"; exit $?', 'bash']);
    await programma.pronto();
    const database = await postmaster();
    segnala(programma.processo.pid ?? 0, 'SIGKILL');
    await programma.uscita;
    expect(await finito(database, ENTRO_MS)).toBe(true);
  });

  test('due portali con porta e cartella diverse stanno fianco a fianco', async () => {
    const altra = await mkdtemp(join(tmpdir(), 'strato-programma-'));
    await chmod(altra, 0o755);
    try {
      const [primo, secondo] = [await avvia(), await avvia({ DATI_DIR: altra })];
      await Promise.all([primo.pronto(), secondo.pronto()]);
      expect(await entra(primo.base, passwordIn(secondo.scritto()) ?? '')).toBe(401);
      expect(await postmaster()).not.toBe(await postmaster(altra));
      secondo.processo.kill('SIGTERM');
      await secondo.uscita;
      await primo.pronto();
    } finally {
      await rm(altra, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  });

  test('in produzione non parte senza le sue dipendenze, e le nomina tutte', async () => {
    const programma = await avvia({ NODE_ENV: 'production' });
    expect(await programma.uscita).toBe(1);
    for (const name of ['DATABASE_URL', 'EVENTSTORE_URL', 'REDIS_URL', 'SEGRETO', 'ARCHIVIO_DIR']) expect(programma.scritto()).toContain(`manca ${name}`);
  });

  test('una configurazione o un ruolo sbagliati si dicono con una frase', async () => {
    const [porta, ruolo] = [await avvia({ PORT: '99999' }), await avvia({}, ['--role', 'cuoco'])];
    expect([await porta.uscita, await ruolo.uscita]).toEqual([1, 1]);
    expect(porta.scritto()).toContain('PORT');
    expect(ruolo.scritto()).toContain('api, projections, workers, all');
    expect(porta.scritto() + ruolo.scritto()).not.toContain('at file:');
  });

  describe('in tre processi su un PostgreSQL dato', () => {
    let database: DatabaseDiProva;
    beforeAll(async () => {
      database = await databaseDiProva();
    });
    afterAll(() => database.chiudi());

    test('i ruoli partono insieme, ognuno dice se sta bene, e l’API risponde', async () => {
      const env = { DATABASE_URL: database.url };
      const ruoli = await Promise.all(['projections', 'workers', 'api'].map((role) => avvia(env, ['--role', role])));
      await Promise.all(ruoli.map((ruolo) => ruolo.pronto()));
      const [proiezioni, lavori, api] = ruoli as [Programma, Programma, Programma];
      expect(await entra(api.base, passwordIn(api.scritto()) ?? '')).toBe(200);
      expect(await entra(proiezioni.base, '')).toBe(404);
      expect((await fetch(`${lavori.base}/home`, { headers: { accept: 'text/html' } })).status).toBe(404);
    });
  });
});
