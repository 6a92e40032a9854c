import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import type { PreviewRow } from '#contracts/core/change-together.ts';
import type { ChangedRow } from '#contracts/modules/modifiche.ts';
import { realQueue } from '../../../test/workers.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { bulkChangesOf } from '#services/platform/postgres/bulk-changes.ts';
import { changeManyHandler } from './change-many.handler.ts';

let portale: TestPortal;
let admin: Person;

beforeAll(async () => {
  // no workers run, so a requested change waits until the test runs it
  portale = await startTestPortal({ jobs: realQueue });
  await makeReferences(portale, { tipologia: ['Gru'] });
  admin = await portale.person({ groupID: 2, permessi: { macchinari: EVERYTHING, report: EVERYTHING, noleggi_int: EVERYTHING } });
});
afterAll(() => portale?.stop());

const post = (path: string, body: object) => portale.call('POST', `/api/${path}`, { as: admin, body });
async function create(path: string, body: object): Promise<number> {
  const answer = await post(path, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.message.insertId;
}
const value = async (path: string, id: number, field: string) =>
  (await portale.call('GET', `/api/${path}?id=${id}`, { as: admin })).body.data[0][field];

async function preview(path: string, body: object): Promise<PreviewRow[]> {
  return (await post(`${path}/modifica-insieme`, { ...body, prova: 1 })).body.data;
}
/** Requests a change and returns its id. */
async function request(path: string, body: object): Promise<string> {
  const answer = await post(path, body);
  expect(answer.status).toBe(202);
  return answer.headers.get('location')!.split('/').at(-1)!;
}
/** Runs a requested change as a worker does, and returns the refusals of its rows. */
async function run(id: string): Promise<ChangedRow[]> {
  const context = { id, data: {}, utente: admin.memberID, groupID: 2, signal: new AbortController().signal, progress: async () => {} };
  await changeManyHandler(portale.deps)(context);
  return (await portale.call('GET', `/api/modifiche/${id}`, { as: admin })).body.data;
}
const refusals = (rows: readonly { rifiuto: string | null }[]) => rows.map(({ rifiuto }) => rifiuto);

describe('La modifica di più record che devono differire fra loro', () => {
  const ALREADY = 'C’è già questo requisito.';
  const kind = (codice: string) => create('tipi_documento', { tipi_documento: { soggetto: 'macchina', codice, nome: codice } });
  const requirement = async (tipo_documento: string) => {
    await kind(tipo_documento);
    return create('requisiti', { requisiti: { soggetto: 'macchina', tipologia: 'Gru', tipo_documento } });
  };
  const kinds = (ids: number[]) => Promise.all(ids.map((id) => value('requisiti', id, 'tipo_documento')));

  it('dà il valore al primo, e la prova lo dice anche dalla seconda pagina', async () => {
    const ids = [await requirement('prova_uno'), await requirement('prova_due'), await requirement('prova_tre')];
    await kind('prova_comune');
    const body = { ids, campi: { tipo_documento: 'prova_comune' } };
    const seen = await preview('requisiti', body);
    expect(refusals(seen)).toEqual([null, ALREADY, ALREADY]);
    expect(await preview('requisiti', { ...body, pagina: 2, righe: 1 })).toEqual([seen[1]]);
    const done = await run(await request('requisiti/modifica-insieme', body));
    expect(refusals(done)).toEqual(refusals(seen));
    expect(await kinds(ids)).toEqual(['prova_comune', 'prova_due', 'prova_tre']);
  });

  it('con tutti=1 un doppione li lascia tutti', async () => {
    const ids = [await requirement('altra_uno'), await requirement('altra_due')];
    await kind('altra_comune');
    await run(await request('requisiti/modifica-insieme', { ids, campi: { tipo_documento: 'altra_comune' }, tutti: 1 }));
    expect(await kinds(ids)).toEqual(['altra_uno', 'altra_due']);
  });
});

describe('La modifica delle righe di più macchinari', () => {
  const ALREADY = 'Il piano di manutenzione ha già una riga per questo componente.';
  const line = (matricola: string, componente: string) => create('manutMacchinari', { manut: { matricola, componente } });

  it('segue la regola di ciascun macchinario, come dice la prova, e si annulla', async () => {
    for (const matricola of ['R1', 'R2']) await post('macchinari', { macchinario: { matricola } });
    const ids = [await line('R1', 'filtro_olio'), await line('R1', 'filtro_gasolio'), await line('R2', 'filtro_olio')];
    const body = { ids, campi: { componente: 'olio_motore', ogni_ore: 250 } };
    const seen = await preview('manutMacchinari', body);
    expect(refusals(seen)).toEqual([null, ALREADY, null]);
    const id = await request('manutMacchinari/modifica-insieme', body);
    expect((await post(`modifiche/${id}/annulla`, {})).body.message).toBe('La modifica non è ancora finita: si annulla dopo.');
    const done = await run(id);
    expect(refusals(done)).toEqual(refusals(seen));
    expect(done.map(({ dopo }) => dopo)).toEqual(seen.map(({ dopo }) => dopo));
    const components = () => Promise.all(ids.map((one) => value('manutMacchinari', one, 'componente')));
    expect(await components()).toEqual(['olio_motore', 'filtro_gasolio', 'olio_motore']);
    await run(await request(`modifiche/${id}/annulla`, {}));
    expect(await components()).toEqual(['filtro_olio', 'filtro_gasolio', 'filtro_olio']);
  });
});

describe('La modifica di tutti o nessuno', () => {
  it('interrotta mentre riporta, alla ripresa finisce di riportare e lo dice', async () => {
    for (const matricola of ['T1', 'T2', 'T3']) await post('macchinari', { macchinario: { matricola, marca: 'Bauer' } });
    const ids = ['T1', 'T2', 'T3'];
    const id = await request('macchinari/modifica-insieme', { ids, campi: { marca: 'Soilmec' }, tutti: 1 });
    let sent = 0;
    // somebody writes to the third record after the trial, and the process ends while the first two are taken back
    const dispatch: typeof portale.deps.dispatch = async (command, sender) => {
      sent += 1;
      if (sent === 3) await portale.call('DELETE', '/api/macchinari', { as: admin, body: { matricola: 'T3' } });
      if (sent === 5) throw new Error('killed');
      return portale.deps.dispatch(command, sender);
    };
    const context = { id, data: {}, utente: admin.memberID, groupID: 2, signal: new AbortController().signal, progress: async () => {} };
    await expect(changeManyHandler({ ...portale.deps, dispatch })(context)).rejects.toThrow('killed');
    const brand = async (matricola: string) =>
      (await portale.call('GET', `/api/macchinari?chiave=${matricola}`, { as: admin })).body.data[0].marca;
    expect([await brand('T1'), await brand('T2')]).toContain('Soilmec');
    const rows = await run(id);
    expect([await brand('T1'), await brand('T2')]).toEqual(['Bauer', 'Bauer']);
    expect(rows.map(({ esito }) => esito)).toEqual(['riportato', 'riportato', 'rifiutato']);
    expect(await bulkChangesOf(portale.deps.writeDb).counts(id)).toMatchObject({ done: 0, refused: 1 });
  });
});
