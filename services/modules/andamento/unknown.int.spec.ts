import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type Level, type PermissionLevels, type Permissions } from '#contracts/core/permissions.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { withProduzione } from '../produzione/testing.ts';
import { accountingOf } from './testing.ts';

const seeing = (view: Level): PermissionLevels => ({ allowInsert: 1, allowView: view, allowEdit: 3, allowDelete: 3 });
const AREAS = ['cantieri', 'produzione', 'costi', 'report', 'noleggi_int', 'macchinari', 'manutenzioni', 'lavorazioni'];
const ALL: Permissions = Object.fromEntries(AREAS.map((area) => [area, EVERYTHING]));
const NOVEMBER = 'dal=2026-11-01&al=2026-11-30';
const DECEMBER = 'dal=2026-12-01&al=2026-12-31';

/** Current time of the test portal: the morning of the first day of a month, in Rome. */
let now = new Date('2026-12-01T06:00:00Z');
let portale: TestPortal;
let p: ReturnType<typeof withProduzione>;
let admin: Person;
let started: string;
let unstarted: string;

const ask = async (query: string, as = admin) => (await portale.call('GET', `/api/cantieri/andamento?${query}`, { as })).body;
const site = async (query: string, as?: Person) => (await ask(`commessa=U1&${query}`, as)).data[0];
const machine = async (query: string, as: Person) =>
  (await portale.call('GET', `/api/macchinari/andamento?matricola=UM1&${query}`, { as })).body.data[0];
const person = (permessi: Permissions) => portale.person({ permessi: { ...ALL, ...permessi } });

async function rental(values: object): Promise<string> {
  const { body } = await portale.call('POST', '/api/noleggi', { as: admin, body: { noleggio: { marca: 'Una' } } });
  const id = body.message.insertId as number;
  const period = { id_noleggi: id, cantiere: 'U2', ...values };
  expect((await portale.call('POST', '/api/storicoNoleggi', { as: admin, body: { storicoNoleggi: period } })).status).toBe(201);
  return (await portale.call('GET', `/api/noleggi?chiave=${id}`, { as: admin })).body.data[0].matricola;
}

beforeAll(async () => {
  portale = await startTestPortal({ now: () => now });
  p = withProduzione(portale);
  admin = await portale.person({ groupID: 2, permessi: ALL });
  await makeReferences(portale, { tipologia_costi: ['Ferro'], macchinari: ['UM1'] });
  const [counted] = await p.site(admin, 'U1', [{ lavorazione: 'Pali', wbs: 'A', prezzo: 10 }]);
  await p.site(admin, 'U2', []);
  await p.write('PUT', 'cantieri_lavorazioni', 'cantieri_lavorazioni', { id: counted, budget_quantita: 100 }, admin);
  for (const [data, quantita] of [
    ['2026-10-20', 3],
    ['2026-10-28', 4],
    ['2026-11-20', 5],
    ['2026-12-01', 6],
  ] as const)
    await p.line(admin, await p.header(admin, 'U1', data), { wbs: 'A', lavorazione: 'Pali', quantita });
  started = await rental({ data_inizio: '2026-11-01', tariffa: 100 });
  unstarted = await rental({ tariffa: 900 });
  const accounting = accountingOf(portale);
  await accounting.run(1, [{ mese: '2026-10', commesse: [{ commessa: 'U1', cent: 1000 }] }]);
  await accounting.run(2, [{ mese: '2026-11', commesse: [{ commessa: 'U1', cent: 700 }] }], 'avvisi');
  await portale.command({
    register: 'costi',
    action: 'create',
    values: { data: '2026-11-05', cantiere: '0042', tipologia_costo: 'Ferro', quantita: 1, importo: 5000, totale: 5000 },
  });
}, 60_000);
afterAll(() => portale?.stop());

describe('ciò che non si sa', () => {
  it('non è zero: la manodopera di un mese senza elaborazione manca, e con lei il margine; anche il primo del mese', async () => {
    const december = await site(DECEMBER);
    expect(december).toMatchObject({ produzione: 60, costi: 0, mancano: { manodopera: ['2026-12'] } });
    for (const figures of [december, december.mesi[0], await site('dal=2026-11-02&al=2026-11-08')]) {
      expect(figures).not.toHaveProperty('manodopera');
      expect(figures).not.toHaveProperty('margine');
    }
    // January is not listed, since its labour cannot be missing before the month begins
    expect((await site('dal=2026-12-01&al=2027-01-31')).mancano.manodopera).toEqual(['2026-12']);
  });

  it('un’elaborazione con avvisi conta', async () => {
    expect(await site(NOVEMBER)).toMatchObject({ manodopera: 7, margine: 43 });
  });

  it('in tutto va fino a oggi, quando finisca il periodo, e dice quali mesi mancano', async () => {
    expect((await site('dal=2026-10-01&al=2026-10-31')).in_tutto).toMatchObject({
      produzione: 180,
      manodopera: 17,
      mancano: { manodopera: [], mesi_parziali: ['2026-12'] },
    });
  });

  it('un noleggio con la tariffa e senza inizio è nominato, e da solo non vale zero', async () => {
    const [, second] = (await ask(NOVEMBER)).data;
    expect(second).toMatchObject({ commessa: 'U2', noleggi: 100, mancano: { noleggi: [], inizi: [unstarted] } });
    const october = (await ask('commessa=U2&dal=2026-10-01&al=2026-10-31')).data[0];
    expect(october).toMatchObject({ mancano: { inizi: [unstarted] } });
    expect(october).not.toHaveProperty('noleggi');
    const { data } = (await portale.call('GET', `/api/cantieri/andamento/righe?commessa=U2&voce=noleggi&${NOVEMBER}`, { as: admin })).body;
    expect(data.map(({ matricola, importo }: Record<string, unknown>) => [matricola, importo])).toEqual([
      [started, 100],
      [unstarted, null],
    ]);
  });

  it('ciò che sta su commesse che non esistono è detto a chi vede tutti i cantieri', async () => {
    expect((await ask(NOVEMBER)).senza_cantiere).toEqual({ commesse: ['0042'], produzione: 0, costi: 5000, noleggi: 0 });
    expect(await ask(DECEMBER)).not.toHaveProperty('senza_cantiere');
    expect(await ask(NOVEMBER, await person({ cantieri: seeing(1) }))).not.toHaveProperty('senza_cantiere');
    expect((await ask(NOVEMBER, await person({ costi: { ...EVERYTHING, allowView: 0 } }))).senza_cantiere).toBeUndefined();
  });
});

describe('una parte non è il tutto', () => {
  it('chi vede le proprie giornate o i propri costi lo legge, e non ha il resto del budget', async () => {
    const own = await site(NOVEMBER, await person({ produzione: seeing(1), costi: seeing(1) }));
    expect(own.solo_tue).toEqual(['produzione', 'costi']);
    expect(own.budget).not.toHaveProperty('consumato');
    expect((await site(NOVEMBER)).solo_tue).toEqual([]);
  });

  it('la manodopera è della ditta: chi vede i propri lavoratori non la vede', async () => {
    const own = await site(NOVEMBER, await person({ report: seeing(1) }));
    expect(own).not.toHaveProperty('manodopera');
    expect(own).not.toHaveProperty('margine');
    expect(own.mancano).not.toHaveProperty('manodopera');
  });

  it('un budget che è solo una quantità si consuma', async () => {
    const whole = await site(NOVEMBER);
    expect(whole.budget).toEqual({ quantita: 100, importo: null, consumato: 180 });
    expect(whole.lavorazioni[0]).toMatchObject({ consumato_quantita: 18, consumato_importo: 180 });
  });

  it('delle manutenzioni della macchina chi vede le proprie conta le proprie, e lo legge', async () => {
    const own = await person({ manutenzioni: seeing(1) });
    for (const [as, costo] of [
      [own, 10],
      [admin, 32],
    ] as const)
      await portale.call('POST', '/api/manutenzioni', { as, body: { manutenzione: { matricola: 'UM1', data: '2026-11-03', costo } } });
    expect(await machine(NOVEMBER, own)).toMatchObject({ costi_manutenzione: 10, solo_tue: true });
    const whole = await machine(NOVEMBER, admin);
    expect(whole).toMatchObject({ costi_manutenzione: 42 });
    expect(whole).not.toHaveProperty('solo_tue');
  });
});

describe('dove ha lavorato la macchina', () => {
  const WORKED = 'dal=2026-11-01&al=2026-12-31';
  beforeAll(async () => {
    const owner = await person({ produzione: { ...seeing(3), allowInsert: 1 } });
    const line = { wbs: 'A', lavorazione: 'Pali', quantita: 1, attrezzatura: 'UM1' };
    await p.line(admin, await p.header(admin, 'U1', '2026-11-10'), line);
    await p.line(owner, await p.header(owner, 'U1', '2026-11-11'), line);
    theirs = owner;
  });
  let theirs: Person;

  it('chi non vede produzione non ha né giorni né cantieri; chi non vede cantieri non ha i cantieri', async () => {
    const whole = await machine(WORKED, admin);
    expect(whole).toMatchObject({ giorni_lavorati: 2, cantieri: [{ commessa: 'U1', dal: '2026-11-10', al: '2026-11-11', giorni: 2 }] });
    const blind = await machine(WORKED, await portale.person({ permessi: { macchinari: seeing(3) } }));
    for (const figures of [blind, ...blind.mesi]) expect(figures).not.toHaveProperty('giorni_lavorati');
    expect(blind).not.toHaveProperty('cantieri');
    const lines = await machine(WORKED, await portale.person({ permessi: { macchinari: seeing(3), produzione: seeing(3) } }));
    expect(lines.giorni_lavorati).toBe(2);
    expect(lines).not.toHaveProperty('cantieri');
    const sites = await machine(WORKED, await portale.person({ permessi: { macchinari: seeing(3), cantieri: seeing(3) } }));
    expect(sites).not.toHaveProperty('giorni_lavorati');
    expect(sites).not.toHaveProperty('cantieri');
  });

  it('chi vede le proprie giornate conta quelle, e lo legge; dei cantieri solo i propri', async () => {
    await portale.changePermissions(theirs.groupID, { ...ALL, produzione: seeing(1) });
    expect(await machine(WORKED, theirs)).toMatchObject({
      giorni_lavorati: 1,
      solo_tue_giornate: true,
      cantieri: [{ commessa: 'U1', dal: '2026-11-11', al: '2026-11-11', giorni: 1 }],
    });
    expect(await machine(WORKED, admin)).not.toHaveProperty('solo_tue_giornate');
    await portale.changePermissions(theirs.groupID, { ...ALL, cantieri: seeing(1) });
    expect(await machine(WORKED, theirs)).toMatchObject({ giorni_lavorati: 2, cantieri: [] });
  });
});

it('un guasto chiuso il giorno stesso ferma la macchina quel giorno', async () => {
  const { insertId } = (
    await portale.call('POST', '/api/guasti', {
      as: admin,
      body: { guasto: { matricola: 'UM1', testo: 'x', ferma: 1, quando: '2026-12-01' } },
    })
  ).body.message;
  expect((await portale.call('POST', '/api/guasti/chiudi', { as: admin, body: { id: insertId } })).status).toBe(200);
  expect((await machine(DECEMBER, admin)).fermo_giorni).toBe(1);
});

it('i noleggi di un anno sono la somma dei suoi mesi, al centesimo', async () => {
  await p.site(admin, 'U3', []);
  await rental({ cantiere: 'U3', data_inizio: '2026-04-30', data_fine: '2026-05-01', tariffa: 100.4 });
  const { noleggi, mesi } = (await ask('commessa=U3&dal=2026-01-01&al=2026-12-31')).data[0];
  expect(noleggi).toBe(6.59);
  expect(mesi.reduce((sum: number, month: { noleggi: number }) => sum + Math.round(month.noleggi * 100), 0)).toBe(659);
  const row = (
    await portale.call('GET', '/api/cantieri/andamento/righe?commessa=U3&voce=noleggi&dal=2026-01-01&al=2026-12-31', { as: admin })
  ).body.data[0];
  expect(row.importo).toBe(6.59);
});

it('un periodo che corre si confronta con gli stessi giorni di quello prima', async () => {
  now = new Date('2026-11-24T12:00:00Z');
  try {
    // on 24 November the comparison ends on 24 October, so the line of the 28th does not count
    expect((await site(NOVEMBER)).precedente).toMatchObject({ produzione: 30 });
    now = new Date('2026-12-01T06:00:00Z');
    expect((await site(NOVEMBER)).precedente).toMatchObject({ produzione: 70 });
  } finally {
    now = new Date('2026-12-01T06:00:00Z');
  }
});
