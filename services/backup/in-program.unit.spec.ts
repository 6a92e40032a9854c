import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BackupFailed } from '#contracts/ports/backups.ts';
import { asProgram, inProgram } from './in-program.ts';
import { BackupUnderWay } from './backup-in-progress.ts';

const GOES_ON = `setInterval(() => {}, 1000);`;

describe('Un programma del salvataggio', () => {
  let folder: string;
  let programs = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-programmi-'));
  });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(code: string, { env = {}, signal = new AbortController().signal, progress = (_said: string) => {} } = {}) {
    const file = join(folder, `${(programs += 1)}.mjs`);
    await writeFile(file, code);
    return inProgram<unknown>(pathToFileURL(file), env, { signal, progress });
  }

  it('dice a che punto è, e poi come è finito', async () => {
    const said: string[] = [];
    const code = `process.send({ doing: 'log' }); process.send({ doing: 'files' }); process.send({ outcome: { file: 'x' } }, () => process.exit(0));`;
    expect(await run(code, { progress: (one) => said.push(one) })).toEqual({ file: 'x' });
    expect(said).toEqual(['log', 'files']);
  });

  it('che non riesce dice perché; che finisce senza dirlo rimanda ai log', async () => {
    const failed = run(`process.send({ failed: 'Il disco è pieno' }, () => process.exit(1));`);
    await expect(failed).rejects.toBeInstanceOf(BackupFailed);
    await expect(failed).rejects.toThrow('Il disco è pieno');
    await expect(run('process.exit(3);')).rejects.toThrow('il dettaglio è nei log del portale');
  });

  it('fermato, finisce con il motivo di chi l’ha fermato; fermato prima, non comincia', async () => {
    const stop = new AbortController();
    const stopped = run(`process.send({ doing: 'x' }); ${GOES_ON}`, {
      signal: stop.signal,
      progress: () => stop.abort(new Error('annullato da mario')),
    });
    await expect(stopped).rejects.toThrow('annullato da mario');
    const said: string[] = [];
    const late = run(`process.send({ doing: 'x' });`, { signal: AbortSignal.abort(new Error('mai')), progress: (one) => said.push(one) });
    await expect(late).rejects.toThrow('mai');
    expect(said).toEqual([]);
  });

  it('che finisce mentre lo si ferma tiene ciò che ha fatto', async () => {
    const stop = new AbortController();
    const code = `process.on('SIGTERM', () => process.send({ outcome: 7 }, () => process.exit(0))); process.send({ doing: 'x' }); ${GOES_ON}`;
    expect(await run(code, { signal: stop.signal, progress: () => stop.abort() })).toBe(7);
  });

  it('riceve ciò che il portale gli dice, ma un segreto che il portale ha letto da un file lo legge di nuovo da lì', async () => {
    vi.stubEnv('PASSPHRASE_FILE', '/run/secrets/frase');
    vi.stubEnv('PASSPHRASE', undefined);
    const names = ['DATI_DIR', 'PASSPHRASE', 'PASSPHRASE_FILE'];
    const code = `process.send({ outcome: ${JSON.stringify(names)}.map((name) => process.env[name] ?? null) }, () => process.exit(0));`;
    expect(await run(code, { env: { DATI_DIR: '/dati', PASSPHRASE: 'letta' } })).toEqual(['/dati', null, '/run/secrets/frase']);
  });

  it('che non si può avviare fallisce, e non si aspetta', async () => {
    const { execPath } = process;
    process.execPath = join(folder, 'non-c-è');
    try {
      await expect(run('')).rejects.toMatchObject({ code: 'ENOENT' });
    } finally {
      process.execPath = execPath;
    }
  });

  it('lavora meno urgente del portale', async () => {
    const code = `import { constants, getPriority } from 'node:os';
      const look = () => getPriority() >= constants.priority.PRIORITY_BELOW_NORMAL ? process.send({ outcome: true }, () => process.exit(0)) : setTimeout(look, 5);
      look();`;
    expect(await run(code)).toBe(true);
  });
});

describe('Il programma, dall’altra parte', () => {
  /** Messages to the process that started this one. */
  const told: unknown[] = [];
  const heard = (): void => {
    vi.spyOn(process, 'send').mockImplementation((said, done) => {
      told.push(said);
      (done as unknown as (error: Error | null) => void)(null);
      return true;
    });
  };
  afterEach(() => {
    vi.restoreAllMocks();
    told.length = 0;
  });

  it('dice a che punto è e come è finito, e finché lavora finisce con chi l’ha avviato', async () => {
    heard();
    const before = process.listenerCount('disconnect');
    const outcome = await asProgram(async (progress) => {
      progress('log');
      expect(process.listenerCount('disconnect')).toBe(before + 1);
      return { file: 'x' };
    });
    expect([outcome, told]).toEqual([{ file: 'x' }, [{ doing: 'log' }, { outcome: { file: 'x' } }]]);
    expect(process.listenerCount('disconnect')).toBe(before);
  });

  it('se non riesce dice la frase per chi guarda, e fallisce con il suo errore', async () => {
    heard();
    const error = new BackupUnderWay();
    await expect(asProgram(() => Promise.reject(error))).rejects.toBe(error);
    expect(told).toEqual([{ failed: 'Un altro salvataggio era già in corso.' }]);
  });

  it('se chi l’ha avviato se ne va, si ferma', async () => {
    heard();
    const before = process.listeners('disconnect');
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    await asProgram(async () => {
      for (const gone of process.listeners('disconnect')) if (!before.includes(gone)) (gone as () => void)();
    });
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGTERM']]);
  });
});
