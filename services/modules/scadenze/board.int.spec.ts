import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING, type PermissionLevels, type Permissions } from '#contracts/core/permissions.ts';
import type { Board, DueItem } from '#contracts/modules/scadenze/board.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { installKinds } from './install-kinds.ts';

let portale: TestPortal;
let admin: Person;
const today = romeDate(new Date());
const inDays = (days: number) => addDays(today, days);
const ALL: Permissions = {
  macchinari: EVERYTHING,
  noleggi_int: EVERYTHING,
  report: EVERYTHING,
  cantieri: EVERYTHING,
  produzione: EVERYTHING,
  manutenzioni: EVERYTHING,
  accise: EVERYTHING,
};

beforeAll(async () => {
  portale = await startTestPortal();
  await makeReferences(portale, { tipologia: ['Gru'] });
  admin = await portale.person({ memberID: 'admin', groupID: 2, permessi: ALL });
  await portale.person({ memberID: 'altri' });
  await installKinds(portale.deps);
});
afterAll(() => portale.stop());

const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, as = admin) => {
  const answer = await portale.call(method, `/api/${path}`, { as, body: { auth: 'x', ...body } });
  expect([answer.status, answer.body]).toEqual([method === 'POST' ? 201 : 200, expect.anything()]);
  return answer.body.message as { insertId: number };
};
const get = (query = '', as = admin) => portale.call('GET', `/api/scadenze?${query.includes('righe') ? '' : 'righe=500&'}${query}`, { as });
const board = async (query = '', as = admin) => (await get(query, as)).body as Board;
const rows = async (query = '', as = admin) => (await board(query, as)).data;
const due = (list: readonly DueItem[]) => list.map((one) => [one.soggetto, one.id, one.tipo, one.scadenza, one.giorni, one.fascia]);
const seen = (body: object, as = admin) => portale.call('POST', '/api/scadenze/visto', { as, body: { auth: 'x', ...body } });

describe('lo scadenzario', () => {
  it('mette insieme documenti, noleggi, cantieri e ditta, dalla scadenza più vecchia', async () => {
    await send('POST', 'macchinari', {
      macchinario: {
        matricola: 'M1',
        marca: 'Cat',
        modello: '320',
        scadenza_varie2: inDays(0),
        scadenza_assicurazione: inDays(8),
        documenti_ce: null,
      },
    });
    await send('POST', 'personale', { personale: { matricola: '101', nome: 'Ugo', cognome: 'Bassi', scadenza_ple: inDays(-3) } });
    const { insertId } = await send('POST', 'noleggi', {
      noleggio: { marca: 'JLG', scadenza_funicatene: inDays(31), data_inizio: inDays(-9), data_fine: inDays(90) },
    });
    await send('POST', 'cantieri', { cantiere: { commessa: '0421', committente: 'Comune', data_fine: inDays(91) } });
    const { insertId: durc } = await send('POST', 'documenti_ditta', { documenti_ditta: { tipo: 'durc', scadenza: inDays(61) } });
    const { data, totale, fasce } = await board('cerca=');
    expect(due(data.filter(({ fascia }) => fascia !== 'assente'))).toEqual([
      ['lavoratore', '101', 'ple', inDays(-3), -3, 'scaduto'],
      ['macchina', 'M1', 'funi', today, 0, 'scaduto'],
      ['macchina', 'M1', 'ass', inDays(8), 8, '30'],
      ['noleggio', insertId, 'vfc', inDays(31), 31, '60'],
      ['ditta', durc, 'durc', inDays(61), 61, '90'],
      ['noleggio', insertId, 'fine_noleggio', inDays(90), 90, '90'],
      ['cantiere', '0421', 'fine_cantiere', inDays(91), 91, 'oltre'],
    ]);
    // every site requires of a worker: fitness, training, unilav and an identity document
    expect(fasce).toEqual({ scaduto: 2, '7': 0, '30': 1, '60': 1, '90': 2, oltre: 1, assente: 4 });
    expect(totale).toBe(11);
    expect(data.find(({ tipo }) => tipo === 'ci|patente|psog')).toMatchObject({
      fascia: 'assente',
      scadenza: null,
      giorni: null,
      file: false,
    });
    expect(data.find(({ tipo }) => tipo === 'funi')).toMatchObject({
      nome: 'Cat 320',
      tipo_nome: 'Verifica funi e catene',
      file: false,
      ore_mancanti: null,
      cantiere: null,
      responsabile: null,
      visto_fino: null,
      visto_da: null,
    });
  });

  it('si filtra, e le fasce contano sotto ogni altro filtro', async () => {
    const { totale, fasce, data } = await board('fascia=scaduto&soggetto=macchina');
    expect([totale, data.length, fasce.scaduto, fasce['30']]).toEqual([1, 1, 1, 1]);
    expect(due(await rows('tipo=ple'))).toHaveLength(1);
    expect(due(await rows('cantiere=0421')).map(([soggetto]) => soggetto)).toEqual(['cantiere']);
    expect((await rows('cerca=bassi+ple')).map(({ tipo }) => tipo)).toEqual(['ple']);
    expect((await rows('cerca=320')).every(({ id }) => id === 'M1')).toBe(true);
    expect((await rows(`giorno=${inDays(8)}&soggetto=macchina`)).map(({ giorni, fascia }) => [giorni, fascia])).toEqual([
      [-8, 'scaduto'],
      [0, 'scaduto'],
    ]);
    expect((await rows('pagina=2&righe=1&soggetto=macchina')).map(({ tipo }) => tipo)).toEqual(['ass']);
    expect((await rows('ordina=-scadenza&soggetto=macchina')).map(({ tipo }) => tipo)).toEqual(['ass', 'funi']);
    for (const by of ['soggetto', '-nome', 'tipo', 'cantiere', '-responsabile', 'id', 'giorni', 'ore_mancanti'])
      expect((await board(`ordina=${by}`)).data).toHaveLength(11);
    expect((await rows(`dal=${inDays(8)}&al=${inDays(31)}`)).map(({ tipo }) => tipo)).toEqual(['ass', 'vfc']);
  });

  it.each([
    'fascia=domani',
    'soggetto=gatto',
    'giorno=ieri',
    'giorno=2026-02-30',
    'pagina=0',
    'righe=501',
    'ordina=colore',
    'gruppo=x',
    'dal=1',
  ])('una richiesta sbagliata è 400, in italiano: %s', async (query) => {
    const { status, body } = await portale.call('GET', `/api/scadenze?${query}`, { as: admin });
    expect([status, body.errors[0].campo]).toEqual([400, query.split('=')[0]]);
    expect(body.errors[0].messaggio).toMatch(/^(Serve|Al massimo|Il giorno .* non esiste)/);
  });

  it('un responsabile è quello del record, altrimenti del tipo', async () => {
    const [ple] = ((await portale.call('GET', '/api/tipi_documento', { as: admin })).body.data as { id: number; codice: string }[]).filter(
      ({ codice }) => codice === 'ple',
    );
    await send('PUT', 'tipi_documento', { tipi_documento: { id: ple!.id, responsabile: 'admin' } });
    expect((await rows('responsabile=admin')).map(({ tipo, responsabile }) => [tipo, responsabile])).toEqual([['ple', 'admin']]);
    await send('PUT', 'personale', { personale: { matricola: '101', responsabile: 'altri' } });
    expect(await rows('responsabile=admin')).toEqual([]);
    expect((await rows('responsabile=altri')).map(({ tipo }) => tipo)).toContain('ple');
  });

  it('il cantiere è quello dell’ultima riga di produzione, per trenta giorni', async () => {
    const kinds = (await portale.call('GET', '/api/tipi_documento', { as: admin })).body.data as { id: number; codice: string }[];
    // an unfit worker could not be entered in a line, so the kind must not block
    await send('PUT', 'tipi_documento', { tipi_documento: { id: kinds.find(({ codice }) => codice === 'idoneita')!.id, blocca: 0 } });
    await send('POST', 'operatore', { operatore: { descrizione: 'Bassi Ugo', matricola: '101' } });
    const { insertId } = await send('POST', 'produzione_padre', { produzione_padre: { data: inDays(-30), cantiere: '0421' } });
    await send('POST', 'produzione', {
      produzione: { id_intestazione: insertId, fermo: 1, operatore: 'Bassi Ugo', attrezzatura: 'M1' },
    });
    const where = async (query = '') =>
      new Set((await rows(`cantiere=0421&${query}`)).map(({ soggetto, cantiere }) => `${soggetto} ${cantiere}`));
    expect(await where()).toEqual(new Set(['cantiere 0421', 'lavoratore 0421', 'macchina 0421']));
    expect(await where(`giorno=${inDays(1)}`)).toEqual(new Set(['cantiere 0421']));
    const { gruppi } = await board('gruppo=cantiere');
    expect(gruppi!.find(({ chiave }) => chiave === '0421')).toMatchObject({ nome: 'Comune', scaduti: 2 });
    await send('DELETE', 'produzione_padre', { id: insertId });
    expect(await where()).toEqual(new Set(['cantiere 0421']));
  });

  it('la manutenzione a ore ha una riga per voce, e un giorno se le letture lo dicono', async () => {
    for (const descrizione of ['Cambio olio', 'Filtro'])
      await send('POST', 'elencoManutenzioni', { elencoManutenzioni: { Descrizione: descrizione } });
    const work = { matricola: 'M1', manutenzione: 'Cambio olio, Filtro', tipologia: 'Interna' };
    await send('POST', 'manutenzioni', { manutenzione: { ...work, data: inDays(-20), ore_km: 100, ore_scadenza: 300 } });
    const hours = async () =>
      (await rows('tipo=manutenzione')).map(({ voce, fascia, scadenza, ore_mancanti }) => [voce, fascia, scadenza, ore_mancanti]);
    // a single reading gives no hours per day
    expect(await hours()).toEqual([
      ['Cambio olio', 'oltre', null, 200],
      ['Filtro', 'oltre', null, 200],
    ]);
    await send('POST', 'accise', { accise: { matricola: 'M1', data: inDays(0), ore: 200 } });
    expect(await hours()).toEqual([
      ['Cambio olio', '30', inDays(20), 100],
      ['Filtro', '30', inDays(20), 100],
    ]);
    await send('POST', 'accise', { accise: { matricola: 'M1', data: inDays(0), ore: 300 } });
    expect((await hours())[0]).toEqual(['Cambio olio', 'scaduto', today, 0]);
  });

  it('il venduto e lo scartato non ci sono; un tipo nuovo c’è finché esiste', async () => {
    await send('POST', 'macchinari', { macchinario: { matricola: 'M9', scadenza_varie2: inDays(1) } });
    expect(await rows('id=M9')).toHaveLength(1);
    await send('PUT', 'macchinari', { macchinario: { matricola: 'M9', stato_attuale: 'Demolito' } });
    expect(await rows('id=M9')).toEqual([]);
    await send('PUT', 'macchinari', { macchinario: { matricola: 'M9', stato_attuale: 'Operativo' } });
    expect(await rows('id=M9')).toHaveLength(1);
    await send('DELETE', 'macchinari', { matricola: 'M9' });
    expect(await rows('id=M9')).toEqual([]);
  });
});

describe('quello che un requisito chiede', () => {
  const asked = async () => (await rows('fascia=assente&soggetto=macchina')).map(({ id, tipo, tipo_nome }) => [id, tipo, tipo_nome]);

  it('manca finché non c’è niente, valido o no', async () => {
    await send('POST', 'macchinari', { macchinario: { matricola: 'G1', tipologia: 'Gru' } });
    expect(await asked()).toEqual([]);
    const { insertId } = await send('POST', 'requisiti', {
      requisiti: { soggetto: 'macchina', tipo_documento: 'periodica', tipologia: 'Gru' },
    });
    expect(await asked()).toEqual([['G1', 'periodica', 'Verifica periodica']]);
    await send('PUT', 'macchinari', { macchinario: { matricola: 'G1', scadenza_varie3: inDays(-400) } });
    expect(await asked()).toEqual([]);
    await send('PUT', 'macchinari', { macchinario: { matricola: 'G1', scadenza_varie3: null } });
    expect(await asked()).toHaveLength(1);
    await send('DELETE', 'requisiti', { id: insertId });
    expect(await asked()).toEqual([]);
  });
});

describe('visto', () => {
  const one = async () => (await rows('soggetto=macchina&id=M1&tipo=funi'))[0]!;
  const body = (until: string, more = {}) => ({ soggetto: 'macchina', id: 'M1', tipo: 'funi', fino: until, ...more });

  it('si vede fino al suo giorno, e non oltre', async () => {
    expect((await seen(body(inDays(5)))).status).toBe(200);
    expect(await one()).toMatchObject({ visto_fino: inDays(5), visto_da: 'admin' });
    expect((await rows(`soggetto=macchina&id=M1&tipo=funi&giorno=${inDays(5)}`))[0]).toMatchObject({ visto_fino: inDays(5) });
    expect((await rows(`soggetto=macchina&id=M1&tipo=funi&giorno=${inDays(6)}`))[0]).toMatchObject({ visto_fino: null, visto_da: null });
    expect((await seen(body(inDays(9)))).status).toBe(200);
    expect(await one()).toMatchObject({ visto_fino: inDays(9) });
  });

  it('cessa quando la data cambia; la storia lo racconta e la versione resta', async () => {
    const version = async () =>
      ((await portale.call('GET', '/api/macchinari?id=M1', { as: admin })).body.data as { versione: number }[])[0]!.versione;
    const before = await version();
    await seen(body(inDays(7)));
    expect(await version()).toBe(before);
    const { body: history } = await portale.call('GET', '/api/storico?tabella=macchinari&id=M1', { as: admin });
    expect((history.data as { frase: string }[])[0]!.frase).toBe(
      `ha visto la scadenza «Verifica funi e catene» del ${today}, fino al ${inDays(7)}`,
    );
    await send('PUT', 'macchinari', { macchinario: { matricola: 'M1', scadenza_varie2: inDays(2) } });
    expect(await one()).toMatchObject({ visto_fino: null });
    await send('PUT', 'macchinari', { macchinario: { matricola: 'M1', scadenza_varie2: today } });
    expect(await one()).toMatchObject({ visto_fino: inDays(7) });
  });

  it('di una manutenzione vale per la voce, di ciò che manca finché manca', async () => {
    await seen({ ...body(inDays(7)), tipo: 'manutenzione', voce: 'Filtro' });
    expect((await rows('tipo=manutenzione')).map(({ voce, visto_fino }) => [voce, visto_fino])).toEqual([
      ['Cambio olio', null],
      ['Filtro', inDays(7)],
    ]);
    const missing = { soggetto: 'lavoratore', id: '101', tipo: 'unilav' };
    expect((await seen({ ...missing, fino: inDays(3) })).status).toBe(200);
    expect((await rows('tipo=unilav'))[0]).toMatchObject({ fascia: 'assente', visto_fino: inDays(3) });
    await send('PUT', 'personale', { personale: { matricola: '101', scadenza_unilav: inDays(3) } });
    expect((await rows('tipo=unilav'))[0]).toMatchObject({ fascia: '7', visto_fino: null });
  });

  it('serve un giorno futuro di una scadenza che c’è', async () => {
    const status = async (sent: object) => (await seen(sent)).status;
    expect(await status(body(today))).toBe(400);
    expect(await status(body('domani'))).toBe(400);
    expect(await status({ ...body(inDays(1)), soggetto: 'gatto' })).toBe(400);
    expect(await status({ ...body(inDays(1)), id: '' })).toBe(400);
    expect(await status({ ...body(inDays(1)), tipo: 'ce' })).toBe(404);
    expect(await status({ ...body(inDays(1)), id: 'MAI' })).toBe(404);
    expect(await status({ ...body(inDays(1)), soggetto: 'noleggio', id: 'uno' })).toBe(400);
  });
});

describe('chi vede che cosa', () => {
  const level = (allowView: PermissionLevels['allowView']): PermissionLevels => ({
    allowInsert: 1,
    allowView,
    allowEdit: 0,
    allowDelete: 0,
  });
  const subjects = async (as: Person) => [...new Set((await rows('', as)).map(({ soggetto }) => soggetto))].toSorted();

  it.each([
    ['macchinari', ['macchina'], 'noleggio'],
    ['noleggi_int', ['noleggio'], 'lavoratore'],
    ['report', ['ditta', 'lavoratore'], 'macchina'],
    ['cantieri', ['cantiere'], 'lavoratore'],
  ] as const)('con %s le sole righe dell’area', async (area, shown, other) => {
    const person = await portale.person({ permessi: { [area]: level(3) } });
    expect(await subjects(person)).toEqual(shown);
    expect(await rows(`soggetto=${other}`, person)).toEqual([]);
    const { status } = await seen({ soggetto: other, id: 'M1', tipo: 'funi', fino: inDays(1) }, person);
    expect(status).toBe(403);
  });

  it('al livello 1 i soli record propri, anche per il visto', async () => {
    const person = await portale.person({ memberID: 'padrone', permessi: { macchinari: level(1) } });
    expect((await board('', person)).totale).toBe(0);
    await send('POST', 'macchinari', { macchinario: { matricola: 'P1', scadenza_varie2: inDays(-1) } }, person);
    expect(due(await rows('', person))).toEqual([['macchina', 'P1', 'funi', inDays(-1), -1, 'scaduto']]);
    expect((await board('', person)).fasce.scaduto).toBe(1);
    expect((await seen({ soggetto: 'macchina', id: 'P1', tipo: 'funi', fino: inDays(1) }, person)).status).toBe(200);
    expect((await seen({ soggetto: 'macchina', id: 'M1', tipo: 'funi', fino: inDays(1) }, person)).status).toBe(404);
  });

  it('nessuno senza un’area', async () => {
    const nobody = await portale.person({ permessi: { produzione: EVERYTHING, manutenzioni: EVERYTHING, accise: EVERYTHING } });
    expect((await get('', nobody)).status).toBe(403);
    expect((await seen({ soggetto: 'macchina', id: 'M1', tipo: 'funi', fino: inDays(1) }, nobody)).status).toBe(403);
    expect((await portale.call('GET', '/api/scadenze')).status).toBe(401);
  });
});
