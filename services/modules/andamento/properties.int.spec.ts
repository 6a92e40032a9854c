import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { withProduzione } from '../produzione/testing.ts';
import { accountingOf } from './testing.ts';

const ALL: Permissions = Object.fromEntries(['cantieri', 'produzione', 'costi', 'report', 'noleggi_int'].map((area) => [area, EVERYTHING]));
const SITES = ['P1', 'P2'];
const FIRST = '2025-11-01';
const DAYS = 150;

type Row = Record<string, string | number | null>;

let portale: TestPortal;
let p: ReturnType<typeof withProduzione>;
let admin: Person;
let runs: { numero: number; mese: string; commessa: string; cent: number }[];

const day = fc.nat(DAYS).map((days) => addDays(FIRST, days));
const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
const all = async (path: string): Promise<Row[]> => (await portale.call('GET', `/api/${path}`, { as: admin })).body.data;

beforeAll(async () => {
  portale = await startTestPortal();
  p = withProduzione(portale);
  admin = await portale.person({ groupID: 2, permessi: ALL });
  for (const site of SITES) await p.site(admin, site, [{ lavorazione: 'Pali', wbs: 'A', prezzo: 12.3457 }]);
  await makeReferences(portale, { tipologia_costi: ['Ferro'] });
  const made = fc.sample(
    fc.record({ site: fc.constantFrom(...SITES), on: day, quantity: fc.integer({ min: 1, max: 99_999 }), fermo: fc.nat(4) }),
    40,
  );
  for (const { site, on, quantity, fermo } of made) {
    const header = await p.header(admin, site, on);
    const line = await p.line(admin, header, fermo === 0 ? { fermo: 1 } : { wbs: 'A', lavorazione: 'Pali', quantita: quantity / 1000 });
    if (fermo === 1) await p.remove(admin, 'produzione', line);
    if (fermo === 2) await p.changeLine(admin, line, { wbs: 'A', lavorazione: 'Pali', quantita: 1.005 });
    if (fermo === 3) await p.remove(admin, 'produzione_padre', header);
  }
  for (const { site, on, quantity } of made.slice(0, 15)) {
    const values = { data: on, cantiere: site, tipologia_costo: 'Ferro', quantita: quantity / 1000, importo: 3.33 };
    await portale.call('POST', '/api/costi', { as: admin, body: { costi: values } });
    const { body } = await portale.call('POST', '/api/noleggi', { as: admin, body: { noleggio: { marca: 'Una' } } });
    const rental = {
      id_noleggi: body.message.insertId,
      cantiere: site,
      data_inizio: on,
      data_fine: addDays(on, quantity % 60),
      tariffa: quantity / 100,
    };
    await portale.call('POST', '/api/storicoNoleggi', { as: admin, body: { storicoNoleggi: rental } });
  }
  const accounting = accountingOf(portale);
  runs = [];
  for (const [i, { site, on, quantity }] of made.slice(0, 12).entries()) {
    const share = { numero: i + 1, mese: on.slice(0, 7), commessa: site, cent: quantity };
    runs.push(share);
    await accounting.run(share.numero, [{ mese: share.mese, commesse: [{ commessa: site, cent: quantity }] }]);
  }
}, 120_000);
afterAll(() => portale?.stop());

/** Returns the cost of a rental in cents. Adds the share of each day, and rounds the sum of each month. */
function rentalCents(row: Row, dal: string, al: string): number {
  const months = new Map<string, number>();
  for (let on = String(row['data_inizio']); on <= String(row['data_fine']); on = addDays(on, 1)) {
    if (on < dal || on > al) continue;
    const share = Number(row['tariffa']) / new Date(Date.UTC(Number(on.slice(0, 4)), Number(on.slice(5, 7)), 0)).getUTCDate();
    months.set(on.slice(0, 7), (months.get(on.slice(0, 7)) ?? 0) + share);
  }
  return [...months.values()].reduce((sum, euro) => sum + Math.round(euro * 100 + 1e-7), 0);
}

/** Returns a site's labour in cents over the whole months of the period; `null` if no run covers such a month. */
function labourCents(site: string, dal: string, al: string): number | null {
  const months = new Set(runs.map(({ mese }) => mese));
  return [...months].reduce<number | null>((total, month) => {
    const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
    if (`${month}-01` < dal || `${month}-${last}` > al) return total;
    const newest = runs.filter((run) => run.mese === month).at(-1);
    return (total ?? 0) + (newest?.commessa === site ? newest.cent : 0);
  }, null);
}

it('ogni cifra, di ogni periodo, è quella che si conta a mano dagli elenchi', async () => {
  const [lines, costs, rentals] = await Promise.all([all('produzione'), all('costi'), all('storicoNoleggi')]);
  expect([lines.length > 10, costs.length, rentals.length]).toEqual([true, 15, 15]);
  const total = (rows: Row[], amount: (row: Row) => number) => rows.reduce((sum, row) => sum + amount(row), 0);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SITES), day, fc.nat(DAYS), async (site, dal, length) => {
      const al = addDays(dal, length);
      const inside = (name: string) => (row: Row) => String(row[name]) >= dal && String(row[name]) <= al;
      const query = `commessa=${site}&dal=${dal}&al=${al}`;
      const [figures] = (await portale.call('GET', `/api/cantieri/andamento?${query}`, { as: admin })).body.data;
      const expected = {
        produzione: total(
          lines.filter((row) => row['commessa'] === site && inside('data')(row)),
          (row) => cents(row['produzione']),
        ),
        costi: total(
          costs.filter((row) => row['cantiere'] === site && inside('data')(row)),
          (row) => cents(row['totale']),
        ),
        noleggi: total(
          rentals.filter((row) => row['cantiere'] === site),
          (row) => rentalCents(row, dal, al),
        ),
        manodopera: labourCents(site, dal, al),
      };
      const told = Object.fromEntries(
        Object.keys(expected).map((voce) => [voce, figures[voce] === undefined ? null : cents(figures[voce])]),
      );
      expect(told).toEqual(expected);
      const { produzione, costi, noleggi, manodopera } = expected;
      if (manodopera === null) expect(figures).not.toHaveProperty('margine');
      else expect(cents(figures.margine)).toBe(produzione - costi - noleggi - manodopera);
      for (const part of ['lavorazioni', 'operatori', 'attrezzature', 'mesi'] as const)
        expect([part, total(figures[part], (row) => cents(row['produzione']))]).toEqual([part, expected.produzione]);
      for (const voce of Object.keys(expected)) {
        const { data } = (await portale.call('GET', `/api/cantieri/andamento/righe?voce=${voce}&${query}`, { as: admin })).body;
        expect([voce, total(data, (row) => cents(row['importo']))]).toEqual([voce, expected[voce as keyof typeof expected] ?? 0]);
      }
    }),
    { numRuns: 30 },
  );
}, 120_000);
