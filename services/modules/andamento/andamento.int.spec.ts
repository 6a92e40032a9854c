import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type Level, type PermissionLevels, type Permissions } from '#contracts/core/permissions.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { withProduzione } from '../produzione/testing.ts';
import { accountingOf } from './testing.ts';

const seeing = (view: Level): PermissionLevels => ({ allowInsert: 1, allowView: view, allowEdit: 3, allowDelete: 3 });
const ALL: Permissions = Object.fromEntries(
  ['cantieri', 'produzione', 'costi', 'report', 'noleggi_int', 'macchinari', 'lavorazioni'].map((area) => [area, EVERYTHING]),
);
const MARCH = 'dal=2026-03-01&al=2026-03-31';

let portale: TestPortal;
let p: ReturnType<typeof withProduzione>;
let admin: Person;

const ask = (query: string, as: Person = admin) => portale.call('GET', `/api/cantieri/andamento?${query}`, { as });
const one = async (query: string, as?: Person) => (await ask(query, as)).body.data[0];
const rows = (query: string, as: Person = admin) => portale.call('GET', `/api/cantieri/andamento/righe?${query}`, { as });
const cost = async (values: object) =>
  expect((await portale.call('POST', '/api/costi', { as: admin, body: { costi: { tipologia_costo: 'Ferro', ...values } } })).status).toBe(
    201,
  );

async function rental(cantiere: string, from: string, to: string | null, tariffa: number | null): Promise<string> {
  const { body } = await portale.call('POST', '/api/noleggi', { as: admin, body: { noleggio: { marca: 'Una' } } });
  const id = body.message.insertId as number;
  const values = { id_noleggi: id, cantiere, data_inizio: from, data_fine: to, tariffa };
  expect((await portale.call('POST', '/api/storicoNoleggi', { as: admin, body: { storicoNoleggi: values } })).status).toBe(201);
  return (await portale.call('GET', `/api/noleggi?id=${id}`, { as: admin })).body.data.find((row: { id: number }) => row.id === id)
    .matricola;
}

let unpriced: string;

beforeAll(async () => {
  portale = await startTestPortal();
  p = withProduzione(portale);
  admin = await portale.person({ groupID: 2, permessi: ALL });
  await makeReferences(portale, { tipologia_costi: ['Ferro'] });
  for (const { descrizione, um } of [
    { descrizione: 'Pali', um: 'ml' },
    { descrizione: 'Scavo', um: 'mc' },
  ])
    await portale.command({ register: 'lavorazioni', action: 'create', values: { descrizione, um } });
  await p.crew(['M1'], ['ROSSI']);
  const [pali] = await p.site(admin, 'C1', [
    { lavorazione: 'Pali', wbs: 'A', prezzo: 10.5 },
    { lavorazione: 'Scavo', wbs: 'A', prezzo: 0.3333 },
  ]);
  await p.site(admin, 'C2', [{ lavorazione: 'Pali', wbs: 'A', prezzo: 1 }]);
  await p.write('PUT', 'cantieri_lavorazioni', 'cantieri_lavorazioni', { id: pali, budget_quantita: 100, budget_importo: 1050 }, admin);
  const february = await p.header(admin, 'C1', '2026-02-27');
  await p.line(admin, february, { wbs: 'A', lavorazione: 'Pali', quantita: 4 });
  const first = await p.header(admin, 'C1', '2026-03-02');
  await p.line(admin, first, { wbs: 'A', lavorazione: 'Pali', quantita: 10, operatore: 'ROSSI', attrezzatura: 'M1' });
  await p.line(admin, first, { wbs: 'A', lavorazione: 'Scavo', quantita: 7, operatore: 'ROSSI' });
  await p.line(admin, first, { fermo: 1, attrezzatura: 'M1' });
  const second = await p.header(admin, 'C1', '2026-03-03');
  await p.line(admin, second, { fermo: 1, attrezzatura: 'M1' });
  await cost({ data: '2026-03-10', cantiere: 'C1', quantita: 3, importo: 1.1 });
  await cost({ data: '2026-02-10', cantiere: 'C1', quantita: 1, importo: 5 });
  await cost({ data: '2026-03-10', cantiere: 'C2', quantita: 1, importo: 99 });
  await rental('C1', '2026-03-30', null, 3100);
  await rental('C1', '2026-02-20', '2026-03-01', 280);
  unpriced = await rental('C1', '2026-03-05', '2026-03-06', null);
  const accounting = accountingOf(portale);
  await accounting.run(1, [{ mese: '2026-03', commesse: [{ commessa: 'C1', cent: 99_999 }] }]);
  await accounting.run(2, [
    {
      mese: '2026-03',
      commesse: [
        { commessa: 'c1', cent: 2050 },
        { commessa: 'C2', cent: 7 },
      ],
    },
  ]);
  await accounting.run(3, [{ mese: '2026-03', commesse: [{ commessa: 'C1', cent: 1 }] }], 'anomalie');
  await accounting.run(4, [{ mese: '2026-03', commesse: [{ commessa: 'C1', cent: 3 }] }]);
  await accounting.remove(4);
});
afterAll(() => portale?.stop());

describe('GET api/cantieri/andamento', () => {
  it('dice del cantiere produzione, costi, noleggi, manodopera e margine, e il mese prima', async () => {
    // production is 105.00 + 7 × 0.3333, costs 3 × 1.10, rentals 2/31 of 3100 + 1/31 of 280
    // labour is from run 2, the newest run without anomalies that was not removed
    expect(await one(`commessa=C1&${MARCH}`)).toMatchObject({
      commessa: 'C1',
      produzione: 107.33,
      costi: 3.3,
      noleggi: 209.03,
      manodopera: 20.5,
      margine: -125.5,
      precedente: { produzione: 42, costi: 5, noleggi: 90 },
      mancano: { noleggi: [unpriced], inizi: [], manodopera: [], mesi_parziali: [] },
      budget: { quantita: 100, importo: 1050, consumato: 147 },
    });
  });

  it('per lavorazione, con il budget e quanto ne è consumato; per operatore e attrezzatura, coi giorni senza fermo; per mese', async () => {
    const site = await one(`commessa=C1&${MARCH}`);
    expect(site.lavorazioni).toEqual([
      {
        lavorazione: 'Pali',
        wbs: 'A',
        unita: 'ml',
        quantita: 10,
        produzione: 105,
        budget_quantita: 100,
        budget_importo: 1050,
        consumato_quantita: 14,
        consumato_importo: 147,
      },
      expect.objectContaining({ lavorazione: 'Scavo', unita: 'mc', quantita: 7, produzione: 2.33, budget_importo: null }),
    ]);
    expect(site.operatori).toEqual([
      { operatore: 'ROSSI', unita: 'ml', quantita: 10, produzione: 105 },
      { operatore: 'ROSSI', unita: 'mc', quantita: 7, produzione: 2.33 },
    ]);
    expect(site.attrezzature).toContainEqual({ attrezzatura: 'M1', giorni: 1, unita: 'ml', quantita: 10, produzione: 105 });
    const { mesi } = await one('commessa=C1&dal=2026-02-01&al=2026-03-31');
    expect(mesi).toEqual([
      { mese: '2026-02', produzione: 42, costi: 5, noleggi: 90 },
      { mese: '2026-03', produzione: 107.33, costi: 3.3, noleggi: 209.03, manodopera: 20.5, margine: -125.5 },
    ]);
  });

  it('nomina i mesi senza un’elaborazione buona, e quelli che il periodo non copre interi', async () => {
    expect((await one('commessa=C1&dal=2026-01-15&al=2026-04-30')).mancano).toEqual({
      noleggi: [unpriced],
      inizi: [],
      manodopera: ['2026-02', '2026-04'],
      mesi_parziali: ['2026-01'],
    });
  });

  it('un budget di cui non si è prodotto niente c’è lo stesso', async () => {
    const { lavorazioni } = await one('commessa=C1&dal=2025-01-01&al=2025-01-31');
    expect(lavorazioni).toEqual([
      expect.objectContaining({ lavorazione: 'Pali', quantita: 0, budget_importo: 1050, consumato_importo: 147 }),
    ]);
  });

  it('senza commessa è una riga per cantiere, con le stesse cifre', async () => {
    const { body } = await ask(MARCH);
    expect(body.data.map(({ commessa }: { commessa: string }) => commessa)).toEqual(['C1', 'C2']);
    const { lavorazioni: _l, operatori: _o, attrezzature: _a, mesi: _m, curva: _c, in_tutto, ...site } = await one(`commessa=C1&${MARCH}`);
    expect(body.data[0]).toEqual(site);
    expect(in_tutto).toMatchObject({ produzione: 149.33, costi: 8.3, manodopera: 20.5 });
    expect(body.data[1]).toMatchObject({ produzione: 0, costi: 99, noleggi: 0, manodopera: 0.07, margine: -99.07 });
  });

  it('ogni cifra ha le righe di cui è la somma', async () => {
    const site = await one(`commessa=C1&${MARCH}`);
    for (const voce of ['produzione', 'costi', 'noleggi', 'manodopera'] as const) {
      const { status, body } = await rows(`commessa=C1&voce=${voce}&${MARCH}`);
      expect(status).toBe(200);
      const cents = body.data.reduce((total: number, row: { importo: number | null }) => total + Math.round((row.importo ?? 0) * 100), 0);
      expect([voce, cents]).toEqual([voce, Math.round(site[voce] * 100)]);
    }
    expect((await rows(`commessa=C1&voce=produzione&operatore=ROSSI&unita=mc&${MARCH}`)).body.data).toEqual([
      expect.objectContaining({ lavorazione: 'Scavo', quantita: 7, importo: 2.33, data: '2026-03-02' }),
    ]);
    expect((await rows(`commessa=C1&voce=produzione&operatore=&${MARCH}`)).body.data).toEqual([]);
  });
});

describe('chi vede cosa', () => {
  const sees = (permessi: Permissions) => portale.person({ permessi });
  const figures = async (as: Person) => Object.keys(await one(`commessa=C1&${MARCH}`, as));

  it('ciò che non si vede non c’è, né lì né nelle righe né nel periodo prima', async () => {
    const some = await sees({ cantieri: seeing(3), produzione: seeing(3), costi: seeing(3) });
    const site = await one(`commessa=C1&${MARCH}`, some);
    expect(site).toMatchObject({ produzione: 107.33, costi: 3.3, precedente: { produzione: 42, costi: 5 }, mancano: {} });
    for (const absent of ['noleggi', 'manodopera', 'margine']) {
      expect(site).not.toHaveProperty(absent);
      expect(site.precedente).not.toHaveProperty(absent);
      expect(site.mesi[0]).not.toHaveProperty(absent);
    }
    for (const voce of ['noleggi', 'manodopera']) expect((await rows(`commessa=C1&voce=${voce}&${MARCH}`, some)).status).toBe(403);
    const none = await sees({ cantieri: seeing(3), produzione: seeing(3) });
    expect(await figures(none)).not.toContain('costi');
    expect((await rows(`commessa=C1&voce=costi&${MARCH}`, none)).status).toBe(403);
  });

  it('al livello 1 sono le cifre delle proprie, e il margine non c’è', async () => {
    const own = await sees({ ...ALL, produzione: seeing(1) });
    const site = await one(`commessa=C1&${MARCH}`, own);
    expect(site).toMatchObject({ produzione: 0, costi: 3.3, solo_tue: ['produzione'], lavorazioni: [{ budget_importo: 1050 }] });
    // only people who see all lines are told the used part of a budget
    expect([Object.keys(site.budget), Object.keys(site.lavorazioni[0])].flat().filter((name) => name.startsWith('consumato'))).toEqual([]);
    expect(site).not.toHaveProperty('margine');
    expect((await rows(`commessa=C1&voce=produzione&${MARCH}`, own)).body.data).toEqual([]);
  });

  it('senza la vista su cantieri o produzione è 403; di un cantiere altrui, o che non c’è, 404; senza sessione 401', async () => {
    for (const permessi of [{ cantieri: seeing(3) }, { produzione: seeing(3) }, {}]) {
      const person = await sees(permessi);
      expect((await ask(`commessa=C1&${MARCH}`, person)).status).toBe(403);
      expect((await rows(`commessa=C1&voce=produzione&${MARCH}`, person)).status).toBe(403);
    }
    const others = await sees({ cantieri: seeing(1), produzione: seeing(3) });
    expect((await ask(`commessa=C1&${MARCH}`, others)).status).toBe(404);
    expect((await rows(`commessa=C1&voce=produzione&${MARCH}`, others)).status).toBe(404);
    expect((await ask(MARCH, others)).body).toEqual({ data: [] });
    expect((await ask(`commessa=XX&${MARCH}`)).status).toBe(404);
    expect((await portale.call('GET', `/api/cantieri/andamento?${MARCH}`)).status).toBe(401);
  });

  it('una richiesta che non si capisce è 400, con la sua frase', async () => {
    for (const query of ['', 'dal=2026-03-01', 'dal=2026-03-02&al=2026-03-01', 'dal=x&al=y', `commessa=C1&commessa=C2&${MARCH}`])
      expect([query, (await ask(query)).status]).toEqual([query, 400]);
    for (const query of [`commessa=C1&${MARCH}`, `commessa=C1&voce=utile&${MARCH}`, `voce=costi&${MARCH}`])
      expect([query, (await rows(query)).status]).toEqual([query, 400]);
  });
});
