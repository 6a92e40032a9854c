import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareFiles, compareLogs, compareRows, compareTables, isEqual } from './compare.ts';
import type { FileEntry, LoggedEvent } from './manifest.ts';
import type { Snapshot } from './snapshot.ts';
import { KEPT } from './tables.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe('Il confronto di ciò che torna', () => {
  const rows = (living: string[], restored: string[]) => compareRows('t', each(living), each(restored));

  it('conta le righe, quelle che mancano e quelle in più, e ne mostra al massimo tre', async () => {
    expect(await rows(['a', 'b'], ['a', 'b'])).toEqual({ name: 't', rows: 2, missing: 0, extra: 0, examples: [] });
    expect(await rows(['a', 'b', 'd'], ['b', 'c'])).toEqual({ name: 't', rows: 3, missing: 2, extra: 1, examples: ['- a', '+ c', '- d'] });
    expect(await rows([], ['a', 'b', 'c', 'd'])).toEqual({ name: 't', rows: 0, missing: 0, extra: 4, examples: ['+ a', '+ b', '+ c'] });
    expect(await rows(['a', 'b', 'c', 'd'], ['d'])).toMatchObject({ rows: 4, missing: 3, extra: 0 });
  });

  it('segue l’ordine dei byte, non quello delle lettere di JavaScript', async () => {
    // U+FF5E comes before U+1F600 by bytes, and after it by UTF-16 units
    expect(await rows(['\uFF5E', '😀'], ['😀'])).toMatchObject({ rows: 2, missing: 1, extra: 0 });
  });

  it('è uguale solo dove niente manca e niente è in più', () => {
    const one = { name: 't', rows: 1, examples: [] };
    expect([
      isEqual({ ...one, missing: 0, extra: 0 }),
      isEqual({ ...one, missing: 1, extra: 0 }),
      isEqual({ ...one, missing: 0, extra: 1 }),
    ]).toEqual([true, false, false]);
    expect(isEqual({ ...one, missing: 2, extra: 2 })).toBe(false);
  });

  const event = (version: number, data: LoggedEvent['data'], position = '1'): LoggedEvent => ({
    position,
    stream: 'prova-1',
    version,
    type: 'Fatto.v1',
    data,
    metadata: { eventId: `${version}`, at: '2026-01-01' },
  });
  const side = (events: LoggedEvent[]) => ({ log: () => each(events) }) as unknown as Snapshot;
  const logs = (living: LoggedEvent[], restored: LoggedEvent[]) => compareLogs({ living: side(living), restored: side(restored) });

  it('del registro guarda ogni fatto, non la sua posizione né l’ordine dei nomi', async () => {
    const same = await logs(
      [event(1, { a: 1, b: { c: [1, { x: 1, y: 2 }] } }, '1')],
      [event(1, { b: { c: [1, { y: 2, x: 1 }] }, a: 1 }, '9')],
    );
    expect(same).toEqual({ name: 'log', rows: 1, missing: 0, extra: 0, examples: [] });
    const many = Array.from({ length: 5 }, (_, i) => event(i + 1, { n: i }));
    const spoiled = many.map((one) => ({ ...one, data: { n: 'altro' } }));
    expect(await logs(many, spoiled)).toEqual({
      name: 'log',
      rows: 5,
      missing: 5,
      extra: 5,
      examples: ['prova-1 1', 'prova-1 2', 'prova-1 3'],
    });
    expect(await logs([event(1, { lista: [1, 2] })], [event(1, { lista: [2, 1] })])).toMatchObject({ missing: 1, extra: 1 });
    expect(await logs([event(1, { n: null })], [event(1, { n: 0 })])).toMatchObject({ missing: 1, extra: 1 });
  });

  it('del registro dice quanti fatti mancano alla fine, e quanti ce ne sono in più', async () => {
    const three = [1, 2, 3].map((n) => event(n, { n }));
    expect(await logs(three, three.slice(0, 1))).toMatchObject({ rows: 3, missing: 2, extra: 0 });
    expect(await logs(three.slice(0, 1), three)).toMatchObject({ rows: 1, missing: 0, extra: 2 });
  });
});

describe('Le tabelle che si confrontano', () => {
  /** A snapshot that writes down what it is asked for. */
  function side(asked: string[], store = 'postgres'): Snapshot {
    return {
      store,
      hasTable: async (name: string) => name !== `public.${KEPT[0]}`,
      rows: (text: string, sorted?: 'sorted') => {
        asked.push(`${text} ${sorted}`);
        return each<string>([]);
      },
    } as Snapshot;
  }

  it('sono quelle di lettura e quelle del lato scrittura che ci sono, ordinate; senza l’operazione che salva', async () => {
    const [living, restored]: [string[], string[]] = [[], []];
    const compared = await compareTables({ living: side(living), restored: side(restored) }, ['macchinari']);
    expect(compared.map(({ name }) => name)).toEqual(['letture.macchinari', ...KEPT.slice(1)]);
    expect(living).toEqual(restored);
    expect(living[0]).toBe('select * from letture."macchinari" sorted');
    expect(living.find((text) => text.includes('public.processi'))).toMatch(
      /altri_file from public\.processi where not \(tipo in \('nightly-backup', 'restore-test'\) and status in \('queued', 'running'\)\) sorted$/,
    );
  });

  it('dove il registro è un altro, le posizioni non contano, e nella storia nemmeno l’ordine dei campi', async () => {
    const asked: string[] = [];
    const sides = { living: side(asked, 'eventstoredb'), restored: side([]) };
    await compareTables(sides, ['macchinari', 'storico']);
    expect(asked[0]).toMatch(/^select to_jsonb\(r\) - 'posizione'\s+as row from \(select \* from letture\."macchinari"\) r sorted$/);
    expect(asked[1]).toContain('jsonb_build_object');
    const both: string[] = [];
    await compareTables({ living: side(both, 'eventstoredb'), restored: side([], 'eventstoredb') }, ['macchinari']);
    expect(both[0]).toContain(`- 'posizione'`);
  });
});

describe('I file che si confrontano', () => {
  let folder: string;
  const modified = 1_700_000_000_000;
  const folders = () => ({ archivio: join(folder, 'archivio'), risultati: join(folder, 'risultati'), segreti: join(folder, 'segreti') });
  const entry = (path: string, text: string): FileEntry => ({
    tree: 'archivio',
    path,
    sha256: createHash('sha256').update(text).digest('hex'),
    bytes: text.length,
    modified,
  });
  const link: FileEntry = { tree: 'archivio', path: 'A/link.pdf', sha256: '', bytes: 0, modified, link: 'A.pdf' };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strato-confronto-'));
    await mkdir(join(folders().archivio, 'A'), { recursive: true });
    await writeFile(join(folders().archivio, 'A', 'A.pdf'), 'uno');
    await utimes(join(folders().archivio, 'A', 'A.pdf'), new Date(modified), new Date(modified));
    await symlink('A.pdf', join(folders().archivio, 'A', 'link.pdf'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('si guardano per posto, contenuto e momento; di un link, dove porta', async () => {
    expect(await compareFiles([entry('A/A.pdf', 'uno'), link], folders())).toMatchObject({ name: 'files', rows: 2, missing: 0, extra: 0 });
    const different = [
      [entry('A/A.pdf', 'due'), link],
      [{ ...entry('A/A.pdf', 'uno'), modified: modified + 1 }, link],
      [entry('A/B.pdf', 'uno'), link],
      [{ ...entry('A/A.pdf', 'uno'), tree: 'risultati' as const }, link],
      [entry('A/A.pdf', 'uno'), { ...link, link: 'B.pdf' }],
    ];
    for (const listed of different) expect(await compareFiles(listed, folders())).toMatchObject({ rows: 2, missing: 1, extra: 1 });
    // the moment of a link is its own affair
    expect(await compareFiles([entry('A/A.pdf', 'uno'), { ...link, modified: 1 }], folders())).toMatchObject({ missing: 0, extra: 0 });
  });
});
