import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import type { Board } from '#contracts/modules/scadenze/board.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { installKinds } from './install-kinds.ts';

let portale: TestPortal;
let admin: Person;
const today = romeDate(new Date());
const inDays = (days: number) => addDays(today, days);
const AREAS = ['macchinari', 'noleggi_int', 'report', 'cantieri', 'produzione', 'costi', 'accise'];
const ALL: Permissions = Object.fromEntries(AREAS.map((area) => [area, EVERYTHING]));

beforeAll(async () => {
  portale = await startTestPortal();
  admin = await portale.person({ memberID: 'admin', groupID: 2, permessi: ALL });
  await installKinds(portale.deps);
  await makeReferences(portale, { tipologia_costi: ['Materiali'] });
});
afterAll(() => portale.stop());

const send = async (method: 'POST' | 'PUT', path: string, body: object) => {
  const answer = await portale.call(method, `/api/${path}`, { as: admin, body: { auth: 'x', ...body } });
  expect([answer.status, answer.body]).toEqual([method === 'POST' ? 201 : 200, expect.anything()]);
  return answer.body.message as { insertId: number };
};
const board = async (query: string) => (await portale.call('GET', `/api/scadenze?righe=500&${query}`, { as: admin })).body as Board;
const told = async (query: string) => (await board(query)).data.map(({ id, tipo }) => [id, tipo]);

describe('ciò che è finito', () => {
  beforeAll(async () => {
    await send('POST', 'macchinari', { macchinario: { matricola: 'V1', scadenza_assicurazione: inDays(-9) } });
    await send('PUT', 'macchinari', { macchinario: { matricola: 'V1', stato_attuale: 'Venduto' } });
    await send('POST', 'personale', { personale: { matricola: '900', cognome: 'Gone', scadenza_ple: inDays(-3), data_fine: inDays(-1) } });
    await send('POST', 'personale', { personale: { matricola: '901', cognome: 'Last', scadenza_ple: inDays(-3), data_fine: today } });
    await send('POST', 'noleggi', { noleggio: { marca: 'JLG', scadenza_funicatene: inDays(-2), data_fine: inDays(-2) } });
    for (const [commessa, end] of [
      ['0801', -5],
      ['0802', -30],
      ['0803', -31],
      ['0804', 0],
    ] as const)
      await send('POST', 'cantieri', { cantiere: { commessa, committente: 'Comune', data_fine: inDays(end) } });
  });

  it('non ha righe finché non si chiede, e il suo conto si sa', async () => {
    const dated = 'tipo=ple';
    expect(await told(dated)).toEqual([['901', 'ple']]);
    expect((await board(dated)).chiusi).toBe(1);
    expect(await told(`${dated}&chiusi=1`)).toEqual([
      ['900', 'ple'],
      ['901', 'ple'],
    ]);
    expect(await told('soggetto=macchina')).toEqual([]);
    const { data, fasce, totale, chiusi } = await board('soggetto=macchina&chiusi=1');
    expect([data.map(({ id, chiuso }) => [id, chiuso]), fasce.scaduto, totale, chiusi]).toEqual([[['V1', 1]], 1, 1, 1]);
    expect(await told('soggetto=noleggio')).toEqual([]);
    expect((await portale.call('GET', '/api/scadenze?chiusi=2', { as: admin })).status).toBe(400);
  });

  it('è chiuso dal giorno dopo la fine, anche a guardare un altro giorno', async () => {
    expect(await told(`tipo=ple&giorno=${inDays(1)}`)).toEqual([]);
    expect(await told(`tipo=ple&giorno=${inDays(-1)}`)).toHaveLength(2);
  });

  it('ha la riga della fine per trenta giorni se vi si lavora ancora', async () => {
    expect(await told('tipo=fine_cantiere')).toEqual([['0804', 'fine_cantiere']]);
    for (const cantiere of ['0801', '0802', '0803'])
      await send('POST', 'costi', { costi: { data: inDays(-1), cantiere, tipologia_costo: 'Materiali', quantita: 1, importo: 5 } });
    const { data, chiusi } = await board('tipo=fine_cantiere');
    expect(data.map(({ id, giorni, chiuso }) => [id, giorni, chiuso])).toEqual([
      ['0802', -30, 0],
      ['0801', -5, 0],
      ['0804', 0, 0],
    ]);
    expect(chiusi).toBe(1);
  });
});

describe('ordina=lavoro', () => {
  it('mette prima ciò che ferma chi lavora ora, dal più recente, poi il resto per data', async () => {
    await send('POST', 'cantieri', { cantiere: { commessa: '0422', committente: 'Comune' } });
    const { insertId } = await send('POST', 'produzione_padre', { produzione_padre: { data: inDays(-1), cantiere: '0422' } });
    for (const [matricola, idoneita] of [
      ['W1', -20],
      ['W2', -2],
      ['W3', 9],
      ['W4', 60],
      ['W5', -40],
    ] as const) {
      await send('POST', 'personale', { personale: { matricola, cognome: matricola, scadenza_idoneita: inDays(90) } });
      await send('POST', 'operatore', { operatore: { descrizione: `Op ${matricola}`, matricola } });
      // a worker without a production line is not working now
      if (matricola !== 'W5')
        await send('POST', 'produzione', { produzione: { id_intestazione: insertId, fermo: 1, operatore: `Op ${matricola}` } });
      // a line refuses an unfit worker, so the date is moved to the past afterwards
      await send('PUT', 'personale', { personale: { matricola, scadenza_idoneita: inDays(idoneita) } });
    }
    const { data } = await board('ordina=lavoro&tipo=idoneita');
    expect(data.map(({ id, ferma }) => [id, ferma])).toEqual([
      ['W2', [{ soggetto: 'lavoratore', id: 'W2', cantiere: '0422' }]],
      ['W1', [{ soggetto: 'lavoratore', id: 'W1', cantiere: '0422' }]],
      ['W3', [{ soggetto: 'lavoratore', id: 'W3', cantiere: '0422' }]],
      ['W5', []],
      ['W4', []],
      // a worker without a date comes last
      ['901', []],
    ]);
  });
});
