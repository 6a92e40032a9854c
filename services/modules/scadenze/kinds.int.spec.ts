import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_KINDS, DEFAULT_REQUIREMENTS } from '#contracts/modules/scadenze/default-kinds.ts';
import { fileFields } from '#contracts/core/documents.ts';
import { personale } from '#contracts/registers/personale.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { installKinds } from './install-kinds.ts';

let portale: TestPortal;
let admin: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  admin = await portale.person({ groupID: 2 });
  await installKinds(portale.deps);
});
afterAll(() => portale.stop());

const read = async (path: string) => (await portale.call('GET', `/api/${path}`, { as: admin })).body.data as Record<string, unknown>[];
const masterOf = (area: 'report' | 'macchinari') =>
  portale.person({ permessi: { [area]: { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } } });
const kind = (values: Record<string, unknown> = {}) => ({
  auth: 'x',
  tipi_documento: { soggetto: 'lavoratore', codice: 'tesserino', nome: 'Tesserino', mesi: 12, ...values },
});

describe('i tipi di documento', () => {
  it('ci sono dall’inizio con i codici della scheda, una volta sola anche se si riparte', async () => {
    await installKinds(portale.deps);
    const kinds = await read('tipi_documento');
    expect(kinds).toHaveLength(DEFAULT_KINDS.length);
    const workers = kinds.filter(({ soggetto }) => soggetto === 'lavoratore').map(({ codice }) => codice);
    expect(workers.toSorted()).toEqual(
      fileFields(personale)
        .filter((file) => file.kind === 'document')
        .map(({ field }) => field)
        .toSorted(),
    );
    expect(workers).toHaveLength(34);
    expect(kinds.find(({ soggetto, codice }) => soggetto === 'macchina' && codice === 'funi')).toMatchObject({
      mesi: 3,
      preavviso: 15,
      certezza: 'S',
    });
    expect(kinds.find(({ codice }) => codice === 'idoneita')).toMatchObject({ mesi: 12, sanitario: 1, blocca: 1 });
    expect(await read('requisiti')).toHaveLength(DEFAULT_REQUIREMENTS.length);
  });

  it('quelli della scheda si regolano e non si eliminano, né cambiano codice', async () => {
    const [ple] = (await read('tipi_documento')).filter(({ codice }) => codice === 'ple');
    const change = (values: object) =>
      portale.call('PUT', '/api/tipi_documento', { as: admin, body: { auth: 'x', tipi_documento: { id: ple!['id'], ...values } } });
    expect((await change({ mesi: 36, norma: 'prova' })).status).toBe(200);
    expect((await change({ codice: 'altra' })).status).toBe(409);
    expect((await portale.call('DELETE', '/api/tipi_documento', { as: admin, body: { auth: 'x', id: ple!['id'] } })).status).toBe(409);
    expect((await read('tipi_documento')).find(({ codice }) => codice === 'ple')).toMatchObject({ mesi: 36, norma: 'prova' });
  });

  it('un codice è di un solo tipo del suo soggetto, anche se due lo chiedono insieme', async () => {
    const both = await Promise.all([1, 2].map(() => portale.call('POST', '/api/tipi_documento', { as: admin, body: kind() })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect((await portale.call('POST', '/api/tipi_documento', { as: admin, body: kind({ soggetto: 'noleggio' }) })).status).toBe(201);
    expect((await portale.call('POST', '/api/tipi_documento', { as: admin, body: kind({ codice: 'Con Spazi' }) })).status).toBe(400);
  });

  it('li scrive chi ha il livello 3 nell’area del soggetto; li legge chiunque sia entrato', async () => {
    const post = (as: Person, values: Record<string, unknown>) => portale.call('POST', '/api/tipi_documento', { as, body: kind(values) });
    const [workers, machines, nobody] = [await masterOf('report'), await masterOf('macchinari'), await portale.person()];
    expect((await post(workers, { codice: 'uno' })).status).toBe(201);
    expect((await post(workers, { codice: 'uno', soggetto: 'macchina' })).status).toBe(403);
    expect((await post(machines, { codice: 'uno', soggetto: 'macchina' })).status).toBe(201);
    expect((await post(machines, { codice: 'due' })).status).toBe(403);
    expect((await post(nobody, { codice: 'tre' })).status).toBe(403);
    expect((await portale.call('GET', '/api/tipi_documento', { as: nobody })).status).toBe(200);
  });
});

describe('i requisiti', () => {
  const post = (requisiti: object) => portale.call('POST', '/api/requisiti', { as: admin, body: { auth: 'x', requisiti } });

  it('chiedono un tipo che esiste, a una sola fra mansione, tipologia e cantiere', async () => {
    await portale.command({ register: 'mansioni', action: 'create', key: 3, values: { descrizione: 'Gruista' } });
    await portale.command({ register: 'tipologia', action: 'create', values: { tipologia: 'Gru' } });
    expect((await post({ soggetto: 'lavoratore', tipo_documento: 'pfr_pd|pfr_gd', mansione: 3 })).status).toBe(201);
    expect((await post({ soggetto: 'macchina', tipo_documento: 'funi', tipologia: 'Gru' })).status).toBe(201);
    expect((await post({ soggetto: 'lavoratore', tipo_documento: 'ple', commessa: '*' })).status).toBe(201);
    expect((await post({ soggetto: 'lavoratore', tipo_documento: 'ple' })).status).toBe(400);
    expect((await post({ soggetto: 'lavoratore', tipo_documento: 'ple', mansione: 3, commessa: '*' })).status).toBe(400);
    expect((await post({ soggetto: 'macchina', tipo_documento: 'ple', tipologia: 'Gru' })).body.errors).toMatchObject([
      { campo: 'tipo_documento' },
    ]);
  });
});
