import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { withProduzione } from '../produzione/testing.ts';

const AREAS = ['cantieri', 'produzione', 'macchinari', 'manutenzioni', 'accise'];
const ALL: Permissions = Object.fromEntries(AREAS.map((area) => [area, EVERYTHING]));
const MACHINES = ['MX1', 'MX2'];
const SITES = ['P1', 'P2'];
const DAYS = 120;

type Row = Record<string, string | number | null>;

let portale: TestPortal;
let admin: Person;
let today: string;
let first: string;

const list = async (path: string): Promise<Row[]> => (await portale.call('GET', `/api/${path}`, { as: admin })).body.data;
const post = async (path: string, body: object, as = admin): Promise<number> => {
  const answer = await portale.call('POST', `/api/${path}`, { as, body });
  expect([path, answer.status, answer.body.errors]).toEqual([path, 201, undefined]);
  return answer.body.message.insertId;
};
const figures = async (matricola: string, dal: string, al: string, as = admin) =>
  portale.call('GET', `/api/macchinari/andamento?matricola=${matricola}&dal=${dal}&al=${al}`, { as });

beforeAll(async () => {
  portale = await startTestPortal();
  const p = withProduzione(portale);
  admin = await portale.person({ groupID: 2, permessi: ALL });
  today = romeDate(portale.deps.clock.now());
  first = addDays(today, -DAYS);
  for (const matricola of MACHINES) await post('macchinari', { macchinario: { matricola } });
  for (const site of SITES) await p.site(admin, site, [{ lavorazione: 'Pali', wbs: 'A', prezzo: 10 }]);
  const made = fc.sample(
    fc.record({ m: fc.constantFrom(...MACHINES), site: fc.constantFrom(...SITES), d: fc.nat(DAYS), h: fc.nat(9000), f: fc.nat(3) }),
    30,
  );
  // two people report the faults, since the number of reports per person and hour is limited
  const reporters = [await portale.person({ groupID: 2, permessi: ALL }), await portale.person({ groupID: 2, permessi: ALL })];
  for (const [at, { m, site, d, h, f }] of made.entries()) {
    const on = addDays(first, d);
    const header = await p.header(admin, site, on);
    const line = await p.line(admin, header, {
      attrezzatura: m,
      ...(f === 0 ? { fermo: 1 } : { wbs: 'A', lavorazione: 'Pali', quantita: 1 }),
    });
    if (f === 1) await p.remove(admin, 'produzione', line);
    const kept = await post('manutenzioni', { manutenzione: { matricola: m, data: on, ore_km: h / 10, costo: h / 100 } });
    if (f === 2) await portale.call('DELETE', '/api/manutenzioni', { as: admin, body: { id: kept } });
    await post('accise', { accise: { matricola: m, data: addDays(first, (d + 7) % DAYS), ore: h } });
    const fault = await post(
      'guasti',
      { guasto: { matricola: m, testo: 'x', ferma: f === 3 ? 0 : 1, quando: on } },
      reporters[at % reporters.length],
    );
    const released = new Date(Date.parse(`${addDays(on, h % 9)}T10:00:00Z`));
    // faults that stop the machine are closed some days later, unless that day is in the future
    if (f !== 0 && released.getTime() <= Date.now())
      await portale.deps.dispatch(
        { register: 'guasti', action: 'named', name: 'chiudi', key: fault, body: {} },
        {
          identity: { memberID: 'sistema', groupID: 2, permessi: {} },
          commandId: crypto.randomUUID(),
          correlationId: 'x',
          origine: 'demo',
          at: released,
        },
      );
  }
  await portale.deps.readModelWait.until((await portale.deps.store.head()) ?? '', 10_000);
}, 120_000);
afterAll(() => portale?.stop());

it('ogni cifra, di ogni periodo, è quella che si conta a mano dagli elenchi', async () => {
  const [lines, maintenance, readings, faults] = await Promise.all([
    list('produzione'),
    list('manutenzioni'),
    list('accise'),
    list('guasti'),
  ]);
  const hundredths = (value: unknown) => Math.round(Number(value ?? 0) * 100);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...MACHINES), fc.nat(DAYS + 10), fc.nat(DAYS), async (matricola, from, length) => {
      const [dal, al] = [addDays(first, from - 5), addDays(first, from - 5 + length)];
      const inside = (day: unknown) => String(day) >= dal && String(day) <= al;
      const mine = (rows: Row[], field = 'matricola') => rows.filter((row) => row[field] === matricola);
      const counters = [
        ...mine(maintenance).map((row) => [row['data'], Number(row['ore_km'])] as const),
        ...mine(readings).map((row) => [row['data'], Number(row['ore'])] as const),
      ].toSorted((a, b) => String(a[0]).localeCompare(String(b[0])) || a[1] - b[1]);
      let ore = 0;
      for (const [i, [day, value]] of counters.entries()) {
        const step = i === 0 ? 0 : value - counters[i - 1]![1];
        if (step > 0 && inside(day)) ore += hundredths(step);
      }
      const worked = mine(lines, 'attrezzatura').filter((row) => row['fermo'] !== 1 && inside(row['data']));
      const still = new Set<string>();
      for (const fault of mine(faults).filter((row) => row['ferma'] === 1))
        for (let day = String(fault['quando']); day <= today; day = addDays(day, 1)) {
          const over = fault['chiuso_il'] !== null && day >= String(fault['chiuso_il']) && day !== fault['quando'];
          if (!over && inside(day)) still.add(day);
        }
      const told = (await figures(matricola, dal, al)).body.data[0];
      expect({
        ore: hundredths(told.ore),
        giorni: told.giorni_lavorati,
        fermo: told.fermo_giorni,
        costi: hundredths(told.costi_manutenzione),
      }).toEqual({
        ore,
        giorni: new Set(worked.map((row) => row['data'])).size,
        fermo: still.size,
        costi: mine(maintenance).reduce((total, row) => total + (inside(row['data']) ? hundredths(row['costo']) : 0), 0),
      });
      for (const name of ['ore', 'giorni_lavorati', 'fermo_giorni', 'costi_manutenzione'])
        expect([name, told.mesi.reduce((total: number, month: Row) => total + hundredths(month[name]), 0)]).toEqual([
          name,
          hundredths(told[name]),
        ]);
      const sites = SITES.flatMap((commessa) => {
        const days = worked
          .filter((row) => row['commessa'] === commessa)
          .map((row) => String(row['data']))
          .toSorted();
        return days.length === 0 ? [] : [{ commessa, dal: days[0], al: days.at(-1), giorni: new Set(days).size }];
      });
      expect(told.cantieri.toSorted((a: Row, b: Row) => String(a['commessa']).localeCompare(String(b['commessa'])))).toEqual(sites);
    }),
    { numRuns: 40 },
  );
}, 120_000);

it('i costi solo per chi vede le manutenzioni, ciò che scade come nello scadenzario, e niente di una macchina di altri', async () => {
  const view = { ...EVERYTHING, allowInsert: 0 as const, allowEdit: 0 as const, allowDelete: 0 as const };
  const reader = await portale.person({ permessi: { macchinari: view } });
  const own = await portale.person({ permessi: { macchinari: { ...view, allowView: 1 } } });
  const none = await portale.person({ permessi: { accise: view } });
  const { data } = (await figures('MX1', first, today, reader)).body;
  expect(Object.keys(data[0])).not.toContain('costi_manutenzione');
  expect(data[0].mesi.every((month: object) => !('costi_manutenzione' in month))).toBe(true);
  const board = (await portale.call('GET', '/api/scadenze?soggetto=macchina&id=MX1&righe=100', { as: reader })).body.data;
  expect(data[0].prossime).toEqual(board);
  expect(board.length).toBeGreaterThan(0);
  const states = await Promise.all([
    figures('MX1', first, today, own),
    figures('MX1', first, today, none),
    figures('XX', first, today),
    figures('MX1', today, first),
  ]);
  expect(states.map(({ status }) => status)).toEqual([404, 403, 404, 400]);
});

it('della macchina che ha registrato la vede anche chi vede le sue sole, con le sue sole scadenze', async () => {
  const level = { ...EVERYTHING, allowView: 1 as const };
  const own = await portale.person({ permessi: { macchinari: level } });
  await post('macchinari', { macchinario: { matricola: 'MX9', scadenza_assicurazione: addDays(today, 5) } }, own);
  const { status, body } = await figures('MX9', first, today, own);
  expect(status).toBe(200);
  const board = (await portale.call('GET', '/api/scadenze?soggetto=macchina&id=MX9&righe=100', { as: own })).body.data;
  expect(body.data[0].prossime).toEqual(board);
  expect(board.length).toBeGreaterThan(0);
});
