import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { asProcess, inProcess, LimitExceeded, type ProcessLimits } from './in-process.ts';

// the process that these specs run in keeps its priority
vi.mock('node:os', async (original) => ({ ...(await original<typeof import('node:os')>()), setPriority: () => {} }));

const GOES_ON = 'setInterval(() => {}, 1000);';
const SAY = 'const say = (said, end = () => {}) => process.send(said, end);';

describe('Un lavoro in un processo suo', () => {
  let folder: string;
  let programs = 0;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-processi-'));
  });
  afterEach(() => vi.unstubAllEnvs());
  afterAll(() => rm(folder, { recursive: true, force: true }));

  interface Over {
    signal?: AbortSignal;
    limits?: Partial<ProcessLimits>;
    stopMs?: number;
    progress?(percent: number, text: string): void;
  }
  async function run(code: string, { signal = new AbortController().signal, limits = {}, ...over }: Over = {}) {
    const file = join(folder, `${(programs += 1)}.mjs`);
    await writeFile(file, `${SAY} process.on('message', ({ order, stop }) => { ${code} });`);
    return inProcess<unknown>(pathToFileURL(file), { n: 7 }, { signal, limits: { rssMb: 1024, ...limits }, ...over });
  }

  it('riceve il suo ordine, dice a che punto è e come è finito', async () => {
    const told: unknown[] = [];
    const progress = (percent: number, text: string) => void told.push([percent, text]);
    expect(await run(`say({ progress: 5, text: 'lettura' }); say({ outcome: order.n + 1 }); ${GOES_ON}`, { progress })).toBe(8);
    expect(told).toEqual([[5, 'lettura']]);
  });

  it('un rifiuto resta un rifiuto, un guasto resta un guasto, e chi finisce senza dir niente si nomina', async () => {
    const refused = run(`say({ refused: { code: 'RICHIESTA_NON_VALIDA', message: 'Il file non ha righe.' } });`);
    await expect(refused).rejects.toBeInstanceOf(DomainError);
    await expect(refused).rejects.toMatchObject({ code: 'RICHIESTA_NON_VALIDA', message: 'Il file non ha righe.' });
    const failed = run(`say({ failed: { name: 'Guasto', message: 'EIO', stack: 's', code: 'EIO' } });`);
    await expect(failed).rejects.toMatchObject({ name: 'Guasto', message: 'EIO', code: 'EIO', stack: 's' });
    await expect(run('process.exit(3);')).rejects.toThrow('the process ended with 3 and said nothing');
  });

  it('non vede i segreti del portale', async () => {
    vi.stubEnv('SEGRETO', 'x');
    vi.stubEnv('DATABASE_URL', 'x');
    vi.stubEnv('TZ', 'Europe/Rome');
    const names = (await run('say({ outcome: Object.keys(process.env) });')) as string[];
    // the channel to the other process names itself
    const own = names.filter((name) => !name.startsWith('NODE_CHANNEL'));
    const passed = ['PATH', 'HOME', 'TZ', 'LANG', 'NODE_ENV', 'TMPDIR', 'NODE_COMPILE_CACHE'];
    expect(own.toSorted()).toEqual(passed.filter((name) => process.env[name] !== undefined).toSorted());
    expect(own).toContain('TZ');
  });

  it('fermato, finisce con il motivo; fermato prima, non comincia', async () => {
    const stop = new AbortController();
    const stopped = run(`say({ progress: 1, text: '' }); ${GOES_ON}`, {
      signal: stop.signal,
      progress: () => stop.abort(new Error('basta')),
    });
    await expect(stopped).rejects.toThrow('basta');
    await expect(run('', { signal: AbortSignal.abort(new Error('mai')) })).rejects.toThrow('mai');
  });

  it('a cui si dà tempo può finire ciò che ha in mano', async () => {
    const stop = new AbortController();
    const file = join(folder, 'finito');
    const code = `if (stop) import('node:fs').then(({ writeFileSync }) => { writeFileSync(${JSON.stringify(file)}, ''); process.exit(0); });
      else { say({ progress: 1, text: '' }); ${GOES_ON} }`;
    const ended = run(code, { signal: stop.signal, stopMs: 20_000, progress: () => stop.abort(new Error('basta')) });
    await expect(ended).rejects.toThrow('basta');
    await rm(file);
  });

  it.each<[string, Partial<ProcessLimits>, string, string]>([
    ['memoria', { rssMb: 1 }, GOES_ON, 'memory'],
    ['tempo', { seconds: 0.2 }, GOES_ON, 'time'],
    ['processore', { cpuSeconds: 1 }, 'for (;;);', 'cpu'],
    ['memoria di JavaScript', { heapMb: 20 }, 'const all = []; for (;;) all.push(new Array(10000).fill(0).map(String));', 'memory'],
  ])('oltre il suo limite di %s si ferma', async (_what, limits, code, limit) => {
    const error = await run(code, { limits }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(LimitExceeded);
    expect(error).toMatchObject({ limit });
  });
});

describe('Dall’altra parte', () => {
  const told: unknown[] = [];
  afterEach(() => {
    vi.restoreAllMocks();
    told.length = 0;
  });

  /** Hands an order to the process that this one plays. */
  async function played(work: Parameters<typeof asProcess<number, unknown>>[0], stopped = false): Promise<void> {
    const before = process.listeners('message');
    const gone = process.listeners('disconnect');
    const ended = Promise.withResolvers<void>();
    vi.spyOn(process, 'send').mockImplementation((said, done) => {
      told.push(said);
      (done as unknown as (error: Error | null) => void)(null);
      return true;
    });
    vi.spyOn(process, 'disconnect').mockImplementation(() => ended.resolve());
    const own = <T>(all: readonly T[], known: readonly T[]): T[] => all.filter((one) => !known.includes(one));
    asProcess(work);
    const hand = (message: object): void => {
      for (const listener of own(process.listeners('message'), before)) {
        process.off('message', listener);
        listener(message, undefined);
      }
    };
    hand({ order: 4 });
    if (stopped) hand({ stop: true });
    await ended.promise;
    for (const listener of own(process.listeners('message'), before)) process.off('message', listener);
    for (const listener of own(process.listeners('disconnect'), gone)) process.off('disconnect', listener);
  }

  it('dice a che punto è e come è finito', async () => {
    await played(async (order, progress) => {
      progress(50, 'a metà');
      return order * 2;
    });
    expect(told).toEqual([{ progress: 50, text: 'a metà' }, { outcome: 8 }]);
  });

  it('un rifiuto si dice con il suo codice, un guasto con la sua traccia', async () => {
    await played(() => Promise.reject(new DomainError('RICHIESTA_NON_VALIDA', { message: 'no' })));
    expect(told).toEqual([{ refused: { code: 'RICHIESTA_NON_VALIDA', message: 'no' } }]);
    told.length = 0;
    await played(() => Promise.reject(Object.assign(new Error('letto male'), { code: 'EIO' })));
    expect(told).toEqual([{ failed: { name: 'Error', message: 'letto male', code: 'EIO', stack: expect.stringContaining('letto male') } }]);
  });

  it('quando gli si dice di smettere lo sa', async () => {
    await played(
      (_order, _progress, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve('smesso'));
        }),
      true,
    );
    expect(told).toEqual([{ outcome: 'smesso' }]);
  });
});
