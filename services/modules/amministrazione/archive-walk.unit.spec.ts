import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { archiveWalk } from './archive-walk.ts';

const MINUTE = 60_000;

describe('Il giro dell’archivio', () => {
  let folder: string;
  let now: number;
  let asked: string[];
  let warned: object[];
  let ownership: (path: string) => Promise<{ records: object[] } | null>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-giro-'));
    now = Date.parse('2026-01-15T08:00:00.000Z');
    [asked, warned] = [[], []];
    ownership = async (path) => (path.startsWith('A/') ? { records: [{}] } : path.startsWith('B/') ? { records: [] } : null);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const put = async (path: string, bytes: number) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), 'x'.repeat(bytes));
  };
  const walk = (limits?: { files: number; examples: number }, config: object = { DATI_DIR: folder, ARCHIVIO_DIR: folder }) =>
    archiveWalk(
      {
        config,
        clock: { now: () => new Date(now) },
        log: { warn: (about: object) => warned.push(about) },
        owners: {
          ownership: (path: string) => {
            asked.push(path);
            return ownership(path);
          },
        },
      } as unknown as Parameters<typeof archiveWalk>[0],
      limits,
    );
  /** Returns the state after the walk has ended. */
  const ended = async (given: ReturnType<typeof walk>) => {
    given.state();
    await vi.waitFor(() => expect(given.state().stato).not.toBe('in-corso'));
    return given.state();
  };

  it('conta i file, e nomina quelli senza record; intanto dice che è in corso', async () => {
    await put('A/a.pdf', 10);
    await put('B/b.pdf', 20);
    await put('C/c.pdf', 30);
    const given = walk();
    expect(given.state()).toEqual({ stato: 'in-corso', quando: null, file: 0, byte: 0, orfani: 0, esempi: [], interrotto: false });
    const state = await ended(given);
    expect({ ...state, esempi: state.esempi.toSorted((a, b) => a.byte - b.byte) }).toEqual({
      stato: 'pronto',
      quando: '2026-01-15T08:00:00.000Z',
      file: 3,
      byte: 60,
      orfani: 2,
      esempi: [
        { percorso: 'B/b.pdf', byte: 20 },
        { percorso: 'C/c.pdf', byte: 30 },
      ],
      interrotto: false,
    });
  });

  it('se di un file non si sa di chi è, è senza record', async () => {
    await put('A/a.pdf', 10);
    ownership = () => Promise.reject(new Error('guasto'));
    expect(await ended(walk())).toMatchObject({ stato: 'pronto', file: 1, orfani: 1 });
  });

  it('si ferma al suo limite, e lo dice; ne nomina al massimo qualcuno', async () => {
    for (const name of ['x1', 'x2', 'x3']) await put(name, 1);
    expect(await ended(walk({ files: 3, examples: 2 }))).toMatchObject({ file: 3, orfani: 3, esempi: [{}, {}], interrotto: false });
    const short = await ended(walk({ files: 2, examples: 2 }));
    expect([short.file, short.interrotto, short.esempi.length]).toEqual([2, true, 2]);
  });

  it('si rifà dopo dieci minuti, non prima, e uno solo per volta', async () => {
    await put('A/a.pdf', 10);
    const given = walk();
    await ended(given);
    now += 10 * MINUTE;
    expect(given.state().stato).toBe('pronto');
    expect(asked).toHaveLength(1);
    now += 1;
    for (let time = 0; time < 5; time += 1) expect(given.state()).toMatchObject({ stato: 'in-corso', file: 1 });
    await ended(given);
    expect(asked).toHaveLength(2);
  });

  it('che non riesce tiene i conti di prima, e lo dice', async () => {
    await put('A/a.pdf', 10);
    const config = { DATI_DIR: folder, ARCHIVIO_DIR: folder as unknown };
    const given = walk(undefined, config);
    await ended(given);
    now += 11 * MINUTE;
    config.ARCHIVIO_DIR = 7;
    given.state();
    await vi.waitFor(() => expect(given.state().stato).toBe('fallito'));
    expect(given.state()).toMatchObject({ stato: 'fallito', file: 1, byte: 10, quando: '2026-01-15T08:11:00.000Z' });
    expect(warned).toEqual([{ error: 'TypeError' }]);
  });
});
