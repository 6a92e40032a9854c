import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { withProduzione } from '../produzione/testing.ts';
import { accountingOf } from './testing.ts';

const ALL: Permissions = Object.fromEntries(
  ['cantieri', 'produzione', 'costi', 'report', 'noleggi_int', 'macchinari', 'lavorazioni', 'manutenzioni'].map((area) => [
    area,
    EVERYTHING,
  ]),
);
const FEBRUARY = 'dal=2026-02-01&al=2026-02-28';

let portale: TestPortal;
let p: ReturnType<typeof withProduzione>;
let admin: Person;

const site = async (as = admin) => (await portale.call('GET', `/api/cantieri/andamento?commessa=C1&${FEBRUARY}`, { as })).body.data[0];
const line = async (data: string, lavorazione: string, quantita: number) =>
  p.line(admin, await p.header(admin, 'C1', data), { wbs: 'A', lavorazione, quantita });

beforeAll(async () => {
  portale = await startTestPortal({ now: () => new Date('2026-05-20T10:00:00Z') });
  p = withProduzione(portale);
  admin = await portale.person({ groupID: 2, permessi: ALL });
  for (const descrizione of ['Pali', 'Scavo'])
    await portale.command({ register: 'lavorazioni', action: 'create', values: { descrizione, um: 'ml' } });
  await p.crew(['M1'], ['ROSSI']);
  const [pali] = await p.site(admin, 'C1', [
    { lavorazione: 'Pali', wbs: 'A', prezzo: 10 },
    { lavorazione: 'Scavo', wbs: 'A', prezzo: 1 },
  ]);
  await p.write('PUT', 'cantieri_lavorazioni', 'cantieri_lavorazioni', { id: pali, budget_importo: 1000 }, admin);
  await line('2025-05-31', 'Pali', 7);
  await line('2026-02-10', 'Pali', 10);
  await line('2026-03-10', 'Pali', 20);
  await line('2026-03-11', 'Scavo', 500);
  await line('2026-05-19', 'Pali', 3);
  await accountingOf(portale).run(1, [{ mese: '2026-02', commesse: [{ commessa: 'C1', cent: 4000 }] }]);
  const fault = { matricola: 'M1', quando: '2026-03-30', testo: 'Perde olio', ferma: 1, chiuso_il: '2026-04-03', utente: 'x' };
  await portale.command({ register: 'guasti', action: 'create', values: fault });
});
afterAll(() => portale?.stop());

describe('gli ultimi dodici mesi di un cantiere', () => {
  it('sono gli stessi qualunque sia il periodo, il corrente per ultimo; ciò che non si sa manca', async () => {
    const { curva, ultimi_mesi, produzione } = await site();
    expect(produzione).toBe(100);
    expect(curva.mesi.map(({ mese }: { mese: string }) => mese)).toEqual([
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
    ]);
    expect(curva.mesi[8]).toMatchObject({ produzione: 100, costi: 0, noleggi: 0, manodopera: 40, margine: 60 });
    expect(curva.mesi[9].produzione).toBe(700);
    for (const unknown of ['manodopera', 'margine']) expect(curva.mesi[9]).not.toHaveProperty(unknown);
    expect(ultimi_mesi).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 100, 700, 0, 30]);
  });

  it('cumulano ciò che il budget ha consumato, anche prima, e stimano quando finisce', async () => {
    const { curva, budget } = await site();
    // only Pali has a budget; 70 euro of it were used before the first of the twelve months
    expect(curva.mesi.map(({ consumato }: { consumato: number }) => consumato)).toEqual([
      70, 70, 70, 70, 70, 70, 70, 70, 170, 370, 370, 400,
    ]);
    expect(budget).toMatchObject({ importo: 1000, consumato: 400 });
    // February to April used 300 euro, so the remaining 600 last six months, from May to October
    expect(curva.stima).toEqual({ al_mese: 100, mese: '2026-10' });
  });

  it('chi vede le sole sue righe non ha né budget consumato né stima', async () => {
    const own = await portale.person({ permessi: { ...ALL, produzione: { ...EVERYTHING, allowView: 1 } } });
    const { curva, ultimi_mesi } = await site(own);
    expect(curva).not.toHaveProperty('stima');
    expect(curva.mesi[9]).not.toHaveProperty('consumato');
    expect(ultimi_mesi.every((value: number) => value === 0)).toBe(true);
  });

  it('nell’elenco ogni cantiere ha la sua produzione degli ultimi dodici', async () => {
    const { body } = await portale.call('GET', `/api/cantieri/andamento?${FEBRUARY}`, { as: admin });
    expect(body.data[0].ultimi_mesi).toEqual((await site()).ultimi_mesi);
  });
});

describe('gli ultimi dodici mesi di un macchinario', () => {
  it('hanno i giorni di fermo, e da quando a quando', async () => {
    const { body } = await portale.call('GET', `/api/macchinari/andamento?matricola=M1&${FEBRUARY}`, { as: admin });
    const [machine] = body.data;
    expect(machine.fermi).toEqual([{ dal: '2026-03-30', al: '2026-04-02' }]);
    expect(machine.ultimi_mesi.slice(-3).map(({ fermo_giorni }: { fermo_giorni: number }) => fermo_giorni)).toEqual([2, 2, 0]);
    expect(machine.mesi).toHaveLength(1);
    expect(machine.fermo_giorni).toBe(0);
  });
});
