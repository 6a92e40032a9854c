import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ListOrder } from '#contracts/ports/list-writer.ts';
import { inThread } from '#workers/isolated/in-thread.ts';
import { startTestPortal, type TestPortal } from '../../test/portal.ts';
import { writeList } from '../modules/esporta/write-beside.ts';

const THREAD = new URL('./write-list.ts', import.meta.url);
const ROWS = 3500;

describe('un elenco scritto in un filo suo', () => {
  let portale: TestPortal;
  let folder: string;
  let memberID: string;
  beforeAll(async () => {
    portale = await startTestPortal();
    folder = await mkdtemp(join(tmpdir(), 'strato-filo-'));
    ({ memberID } = await portale.person({ permessi: { accise: { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 } } }));
    await sql`insert into accise (id, matricola, utente, versione, creato, modificato, modificato_da, archivio, eliminato, padre_eliminato)
      select n, 'M' || n, 'anna', 1, now(), now(), 'anna', '{}', false, false from generate_series(1, ${ROWS}::int) n`.execute(
      portale.deps.readDb,
    );
  });
  afterAll(async () => {
    await portale?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const order = (name: string, values: Partial<ListOrder['request']> = {}): ListOrder => ({
    memberID,
    file: join(folder, name),
    request: { tabella: 'accise', colonne: ['id', 'matricola'], ordina: 'id', formato: 'csv', nome: name, ...values },
  });
  const written = (asked: ListOrder, signal = new AbortController().signal, progress: (percent: number) => void = () => {}) =>
    inThread<number>(THREAD, { url: portale.url, order: asked }, { signal, progress, memoryMb: 256 });

  it('è lo stesso file che si scriverebbe qui, e dice a che punto è', async () => {
    const told: number[] = [];
    expect(await written(order('filo.csv'), undefined, (percent) => told.push(percent))).toBe(ROWS);
    expect(await writeList(portale.deps)(order('qui.csv'), { signal: new AbortController().signal, progress: () => {} })).toBe(ROWS);
    expect(await readFile(join(folder, 'filo.csv'), 'utf8')).toBe(await readFile(join(folder, 'qui.csv'), 'utf8'));
    expect(told.at(-1)).toBe(100);
    expect(told.length).toBeGreaterThan(2);
  });

  it('dice perché rifiuta, e smette quando glielo si chiede', async () => {
    await expect(written(order('no.csv', { colonne: ['inventata'] }))).rejects.toMatchObject({
      code: 'RICHIESTA_NON_VALIDA',
      message: 'Colonna sconosciuta: inventata',
    });
    await expect(written({ ...order('chi.csv'), memberID: 'nessuno' })).rejects.toMatchObject({ code: 'NON_PERMESSO' });
    const stop = new AbortController();
    await expect(written(order('ferma.csv'), stop.signal, () => stop.abort(new Error('spento')))).rejects.toThrow('spento');
  });
});
