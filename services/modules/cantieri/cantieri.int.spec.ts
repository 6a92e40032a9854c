import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ready } from '../../../test/access.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

const levels = (level: 0 | 1 | 3) => ({ allowInsert: level > 0 ? 1 : 0, allowView: level, allowEdit: level, allowDelete: level }) as const;

let portale: TestPortal;
let anna: Person;
let own: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  await makeReferences(portale, {
    wbs: ['PARATIA', ...Array.from({ length: 101 }, (_, i) => `W${i}`)],
    lavorazioni: ['JET GROUTING', 'ALTRA', 'JET', ...Array.from({ length: 101 }, (_, i) => `L${i}`)],
  });
  anna = await portale.person({ permessi: { cantieri: levels(3), lavorazioni: levels(3), noleggi_int: levels(3) } });
  own = await portale.person({ permessi: { cantieri: levels(1) } });
});
afterAll(() => portale?.stop());

const write = (method: 'POST' | 'PUT', path: string, key: string, values: Record<string, unknown>, as = anna) =>
  portale.call(method, `/api/${path}`, { as, body: { auth: 'x', [key]: values } });
const site = (commessa: string, values: Record<string, unknown> = {}, as = anna) =>
  write('POST', 'cantieri', 'cantiere', { commessa, ...values }, as);
const addWbs = (commessa: string, descrizione: string, as = anna) =>
  write('POST', 'cantieri_wbs', 'cantieri_wbs', { commessa, descrizione }, as);
const addItem = (commessa: string, values: Record<string, unknown>, as = anna) =>
  write('POST', 'cantieri_lavorazioni', 'cantieri_lavorazioni', { commessa, ...values }, as);
const one = async (path: string, key: string | number) =>
  (await portale.call('GET', `/api/${path}?chiave=${key}`, { as: anna })).body.data[0];
const statuses = (answers: { status: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, (r) => r.status)].map(([status, group]) => [status, group.length]));

describe('i limiti di un cantiere', () => {
  it('centouno wbs insieme: cento entrano, una no e lo dice', async () => {
    await site('L001');
    const answers = await Promise.all(Array.from({ length: 101 }, (_, i) => addWbs('L001', `W${i}`)));
    expect(statuses(answers)).toEqual({ 201: 100, 409: 1 });
    expect(answers.find((r) => r.status === 409)?.body.message).toBe('Limite massimo Wbs raggiunto!');
    expect((await portale.call('GET', '/api/cantieri_wbs?commessa=L001', { as: anna })).body.data).toHaveLength(100);
  });

  it('una lavorazione vuole prima una wbs', async () => {
    await site('L002');
    const refused = await addItem('L002', { lavorazione: 'JET GROUTING', prezzo: 12.5 });
    expect([refused.status, refused.body.message]).toEqual([409, 'Crea una Wbs']);
    await addWbs('L002', 'PARATIA');
    expect((await addItem('L002', { lavorazione: 'JET GROUTING', prezzo: 12.5 })).status).toBe(201);
  });

  it('centouno lavorazioni insieme: cento entrano; una eliminata fa posto e, a posto preso, non torna', async () => {
    await site('L003');
    await addWbs('L003', 'PARATIA');
    const answers = await Promise.all(Array.from({ length: 101 }, (_, i) => addItem('L003', { lavorazione: `L${i}` })));
    expect(statuses(answers)).toEqual({ 201: 100, 409: 1 });
    expect(answers.find((r) => r.status === 409)?.body.message).toBe('Limite massimo Lavorazioni raggiunto!');
    const [created] = answers.filter((r) => r.status === 201).map((r) => r.body.message as { insertId: number; versione: number });
    const { insertId: id, versione } = created ?? { insertId: 0, versione: 0 };
    expect((await portale.call('DELETE', '/api/cantieri_lavorazioni', { as: anna, body: { id } })).status).toBe(200);
    expect((await addItem('L003', { lavorazione: 'ALTRA' })).status).toBe(201);
    const back = await portale.call('POST', '/api/storico/ripristina', {
      as: anna,
      body: { tabella: 'cantieri_lavorazioni', id, versione },
    });
    expect([back.status, back.body.message]).toEqual([409, 'Limite massimo Lavorazioni raggiunto!']);
  });
});

describe('un cantiere', () => {
  it('già presente non si crea, con la frase della specifica; la commessa ha al massimo quattro caratteri', async () => {
    await site('D001');
    const twice = await site('D001');
    expect([twice.status, twice.body.message]).toEqual([409, 'Impossibile creare il cantiere: Commessa "D001" esiste già.']);
    expect((await site('D0001')).status).toBe(400);
  });

  it('modificato senza colore ne prende uno; quello scelto resta', async () => {
    await site('C001');
    expect((await one('cantieri', 'C001')).colore).toBeNull();
    await write('PUT', 'cantieri', 'cantiere', { commessa: 'C001', committente: 'ANAS' });
    expect((await one('cantieri', 'C001')).colore).toMatch(/^#[0-9A-F]{6}$/);
    await write('PUT', 'cantieri', 'cantiere', { commessa: 'C001', colore: '#123456', committente: 'RFI' });
    expect((await one('cantieri', 'C001')).colore).toBe('#123456');
    await write('PUT', 'cantieri', 'cantiere', { commessa: 'C001', colore: '' });
    expect((await one('cantieri', 'C001')).colore).toMatch(/^#[0-9A-F]{6}$/);
  });

  it('il referente porta il suo nome, che lo segue', async () => {
    const { insertId } = (await write('POST', 'referenti', 'referente', { Nome: 'Rossi Ugo', Telefono: '333 1' })).body.message;
    await site('R001', { referente: insertId });
    expect(await one('cantieri', 'R001')).toMatchObject({ referente: insertId, referente_descrizione: 'Rossi Ugo' });
    await write('PUT', 'cantieri', 'cantiere', { commessa: 'R001', referente: null });
    expect(await one('cantieri', 'R001')).toMatchObject({ referente: null, referente_descrizione: null });
  });

  it('wbs e lavorazioni hanno numero e testo della loro voce, comunque si mandino', async () => {
    const work = (await write('POST', 'lavorazioni', 'lavorazione', { descrizione: 'TIRANTI', um: 'ml', colore: '#2C6E8C' })).body.message
      .insertId;
    const admin = await portale.person({ groupID: 2, memberID: 'capo-wbs' });
    const wbs = (await write('POST', 'wbs', 'wbs', { descrizione: 'MURO' }, admin)).body.message.insertId;
    await site('V001');
    const a = (await write('POST', 'cantieri_wbs', 'cantieri_wbs', { commessa: 'V001', id_wbs: wbs })).body.message.insertId;
    const b = (await addItem('V001', { lavorazione: 'TIRANTI', id_wbs: wbs, prezzo: '0,0125' })).body.message.insertId;
    expect(await one('cantieri_wbs', a)).toMatchObject({ id_wbs: wbs, descrizione: 'MURO' });
    expect(await one('cantieri_lavorazioni', b)).toMatchObject({
      id_lavorazione: work,
      lavorazione: 'TIRANTI',
      id_wbs: wbs,
      descrizione_wbs: 'MURO',
      prezzo: 0.0125,
    });
    expect((await addItem('V001', { lavorazione: 'TIRANTI', prezzo: -1 })).status).toBe(400);
    expect((await addItem('V001', { lavorazione: 'TIRANTI', prezzo: 0.00001 })).status).toBe(400);
  });

  it('lo elimina solo chi elimina tutto, anche se è suo; torna con i suoi prezzi', async () => {
    const mine = await site('E001', {}, own);
    expect(mine.status).toBe(201);
    await addWbs('E001', 'PARATIA', own);
    const item = (await addItem('E001', { lavorazione: 'JET', prezzo: 3 }, own)).body.message.insertId;
    expect((await portale.call('DELETE', '/api/cantieri', { as: own, body: { commessa: 'E001' } })).status).toBe(403);
    expect((await portale.call('DELETE', '/api/cantieri_lavorazioni?id=0', { as: own })).status).toBe(400);
    expect((await portale.call('DELETE', '/api/cantieri', { as: anna, body: { commessa: 'E001' } })).status).toBe(200);
    expect((await portale.call('GET', `/api/cantieri_lavorazioni?chiave=${item}`, { as: anna })).status).toBe(404);
    await ready(portale);
    await portale.call('POST', '/api/storico/ripristina', {
      as: anna,
      body: { tabella: 'cantieri', id: 'E001', versione: mine.body.message.versione },
    });
    expect(await one('cantieri_lavorazioni', item)).toMatchObject({ commessa: 'E001', prezzo: 3 });
  });
});
