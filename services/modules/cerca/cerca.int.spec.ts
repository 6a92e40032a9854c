import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { check } from '#projections/engine/verify.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';

let portale: TestPortal;
let admin: Person;
let anna: Person;
let own: Person;
let nobody: Person;

beforeAll(async () => {
  portale = await startTestPortal();
  await makeReferences(portale, { cantieri: ['0420', '0421'], wbs: ['SPALLA A'], lavorazioni: ['JET GROUTING'] });
  admin = await portale.person({ memberID: 'admin', groupID: 2, permessi: Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) });
  anna = await portale.person({ memberID: 'anna', permessi: { macchinari: EVERYTHING } });
  own = await portale.person({ memberID: 'paolo', permessi: { macchinari: { ...EVERYTHING, allowView: 1, allowEdit: 1 } } });
  nobody = await portale.person({ memberID: 'nessuno', permessi: {} });
});
afterAll(() => portale?.stop());

const search = async (q: string, as = admin, more = '') => {
  const { status, body } = await portale.call('GET', `/api/cerca?q=${encodeURIComponent(q)}${more}`, { as });
  expect(status).toBe(200);
  return body.data as { tabella: string; id: string; titolo: string; sotto: string; indirizzo: string }[];
};
const ids = async (q: string, as = admin, more = '') => (await search(q, as, more)).map(({ tabella, id }) => `${tabella}:${id}`);
const machine = async (method: 'POST' | 'PUT', values: Record<string, unknown>, as = anna) => {
  const { status, text } = await portale.call(method, '/api/macchinari', { as, body: { macchinario: values } });
  expect(status, text).toBeLessThan(300);
};

describe('GET api/cerca', () => {
  it('finds what was just written by words in any order, beginnings, and without accents', async () => {
    await machine('POST', { matricola: 'A0112', marca: 'Soilmec', modello: 'SR-45', descrizione: 'Perforatrice di Società' });
    const [found] = await search('societa soil');
    expect(found).toMatchObject({
      tabella: 'macchinari',
      id: 'A0112',
      titolo: 'Macchinario A0112',
      indirizzo: expect.stringContaining('A0112'),
    });
    // the key is in the title
    expect(found?.sotto).toBe('Soilmec · SR-45 · Perforatrice di Società');
    expect(await ids('112 perf')).toEqual(['macchinari:A0112']);
    expect(await ids('sr45')).toEqual(['macchinari:A0112']);
  });

  it('finds 0420 by 420, as an exact key first', async () => {
    await machine('POST', { matricola: 'B4200', marca: '420' });
    expect((await ids('420'))[0]).toBe('cantieri:0420');
  });

  it('finds a record by the name of its kind, too; its key among the words comes first', async () => {
    await machine('POST', { matricola: 'A9', descrizione: 'Resta in cantiere 0421' });
    expect((await ids('cantiere 0421'))[0]).toBe('cantieri:0421');
    expect((await ids('cantiere 420'))[0]).toBe('cantieri:0420');
    expect(await ids('macchinario 0112')).toEqual(['macchinari:A0112']);
    expect(await ids('cantiere soilmec')).toEqual([]);
  });

  it('allows one mistake in a long word only', async () => {
    expect(await ids('soilmex')).toEqual(['macchinari:A0112']);
    expect(await ids('suilmex')).toEqual([]);
  });

  it('seeks a mistake only in words that no record has', async () => {
    await machine('POST', { matricola: 'K1', marca: 'Tecniwell', descrizione: 'Miscelatore' });
    await machine('POST', { matricola: 'K2', marca: 'Tecniwall', descrizione: 'Pompa' });
    expect(await ids('tecniwell pompa')).toEqual([]);
    expect(await ids('tecniwxll pompa')).toEqual(['macchinari:K2']);
    expect(await ids('tecniwxll miscelatore')).toEqual(['macchinari:K1']);
  });

  it('takes a single letter as the beginning of a key', async () => {
    expect(await ids('k', admin, '&recenti=macchinari:K2')).toEqual(['macchinari:K2', 'macchinari:K1']);
    expect(await ids('k', nobody)).toEqual([]);
  });

  it('puts recently opened records after exact keys, and lists them without words', async () => {
    await machine('POST', { matricola: 'Z1', marca: 'Soilmec' });
    expect(await ids('soilmec')).toEqual(['macchinari:A0112', 'macchinari:Z1']);
    expect(await ids('soilmec', admin, '&recenti=macchinari:Z1')).toEqual(['macchinari:Z1', 'macchinari:A0112']);
    expect(await ids('', admin, '&recenti=macchinari:Z1,cantieri:0421')).toEqual(['macchinari:Z1', 'cantieri:0421']);
    expect(await ids('', nobody, '&recenti=macchinari:Z1')).toEqual([]);
  });

  it('shows what the lists show: all, own, nothing', async () => {
    await machine('POST', { matricola: 'P1', marca: 'Casagrande' }, own);
    await machine('POST', { matricola: 'P2', marca: 'Casagrande' });
    expect(await ids('casagrande', anna)).toEqual(['macchinari:P1', 'macchinari:P2']);
    expect(await ids('casagrande', own)).toEqual(['macchinari:P1']);
    expect(await ids('casagrande', nobody)).toEqual([]);
    expect(await ids('0420', anna)).toEqual([]);
  });

  it('shows a child record with the rights on its parent, and hides it with its parent', async () => {
    await machine('POST', { matricola: 'R1', marca: 'Klemm' }, own);
    await machine('POST', { matricola: 'R2', marca: 'Klemm' });
    for (const matricola of ['R1', 'R2']) {
      const body = { manut: { matricola, componente: 'olio_motore', marca_e_modello: 'Agip' } };
      const { status, text } = await portale.call('POST', '/api/manutMacchinari', { as: anna, body });
      expect(status, text).toBe(201);
    }
    const parents = async (as: Person) => (await search('olio motore', as)).map(({ indirizzo }) => indirizzo.split('/').at(-1));
    expect([await parents(anna), await parents(own), await parents(nobody)]).toEqual([['R1', 'R2'], ['R1'], []]);
    await portale.command({ register: 'macchinari', action: 'delete', key: 'R1' });
    expect(await parents(anna)).toEqual(['R2']);
    await portale.command({ register: 'macchinari', action: 'restore', key: 'R1', version: 1 });
    expect(await parents(own)).toEqual(['R1']);
  });

  it('gives as many as asked, up to fifty', async () => {
    expect((await search('macchinario', admin, '&righe=50')).length).toBeLessThanOrEqual(50);
    expect(await search('soilmec', admin, '&righe=1')).toHaveLength(1);
  });

  it('follows a change, a deletion and a restoration', async () => {
    await machine('PUT', { matricola: 'P2', marca: 'Bauer' });
    expect([await ids('casagrande'), await ids('bauer')]).toEqual([['macchinari:P1'], ['macchinari:P2']]);
    await portale.command({ register: 'macchinari', action: 'delete', key: 'P2' });
    expect(await ids('bauer')).toEqual([]);
    await portale.command({ register: 'macchinari', action: 'restore', key: 'P2', version: 2 });
    expect(await ids('bauer')).toEqual(['macchinari:P2']);
  });

  it('stops at once when a right ends', async () => {
    expect(await ids('bauer', anna)).toEqual(['macchinari:P2']);
    await portale.changePermissions(anna.groupID, { macchinari: { ...EVERYTHING, allowView: 0 } });
    expect(await ids('bauer', anna)).toEqual([]);
  });

  it('has the same rows when the log is replayed', async () => {
    const { store, log } = portale.deps;
    const { projections, upcasts } = portale.deps.catalogue;
    const { differences, tables } = await check({ store, url: portale.url, log, projections, upcasts });
    expect(differences).toEqual([]);
    expect(tables.find(({ tabella }) => tabella === 'cerca')?.righe).toBeGreaterThan(5);
  });

  it.each([
    [`q=${'x'.repeat(201)}`, 'q'],
    ['q=a&righe=0', 'righe'],
    ['q=a&righe=51', 'righe'],
    ['q=a&righe=due', 'righe'],
    ['q=a&recenti=soltabella', 'recenti'],
    [`q=a&recenti=${Array.from({ length: 21 }, (_, i) => `macchinari:${i}`).join(',')}`, 'recenti'],
  ])('refuses %s with the name of the parameter', async (query, campo) => {
    const { status, body } = await portale.call('GET', `/api/cerca?${query}`, { as: admin });
    expect([status, body.errors?.[0]?.campo]).toEqual([400, campo]);
  });

  it.each(['%', '_', "'", String.raw`\ `, '%00', '🦺', '-'])('takes %j as text', async (q) => {
    expect(await search(q)).toBeInstanceOf(Array);
  });
});
