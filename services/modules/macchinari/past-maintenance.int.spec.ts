import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import type { Values } from '#contracts/core/define-register.ts';
import type { ReadRow } from '#contracts/export/column.ts';
import { listReader } from '#projections/export/list-reader.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, SYSTEM, type Person, type TestPortal } from '../../../test/portal.ts';

let portale: TestPortal;
let anna: Person;
let clock = new Date('2026-02-01T09:00:00.000Z');
const areas = Object.fromEntries(AREE.map((area) => [area, EVERYTHING])) as Permissions;

async function at(day: string, register: string, values: Values, key?: string): Promise<string | number> {
  clock = new Date(`${day}T10:00:00.000Z`);
  return (await portale.command({ register, action: 'create', key, values }, { ...SYSTEM, memberID: 'anna' })).key;
}

beforeAll(async () => {
  portale = await startTestPortal({ now: () => clock });
  await makeReferences(portale, { elencoManutenzioni: ['Filtro olio'] });
  await at('2026-03-01', 'macchinari', { matricola: 'A1', ore_km: 100 }, 'A1');
  await at('2026-03-01', 'macchinari', { matricola: 'B2' }, 'B2');
  await at('2026-03-01', 'manutMacchinari', { matricola: 'A1', componente: 'filtro_olio', ogni_ore: 250 });
  await at('2026-03-01', 'manutMacchinari', { matricola: 'A1', componente: 'antigelo', ogni_mesi: 1 });
  await at('2026-03-05', 'manutenzioni', { matricola: 'A1', data: '2026-03-05', tipologia: 'Lettura', ore_km: 400 });
  await at('2026-03-10', 'manutenzioni', {
    matricola: 'A1',
    data: '2026-03-10',
    tipologia: 'Interna',
    ore_km: 400,
    manutenzione: 'Filtro olio',
  });
  const fault = await at('2026-03-12', 'guasti', { matricola: 'B2', descrizione: 'Perde olio', ferma: 1, quando: '2026-03-12' });
  clock = new Date('2026-03-20T10:00:00.000Z');
  await portale.command(
    { register: 'guasti', action: 'change', key: fault, values: { chiuso_il: '2026-03-20', stato: 'chiuso' } },
    { ...SYSTEM, memberID: 'anna' },
  );
  clock = new Date('2026-05-01T10:00:00.000Z');
  anna = await portale.person({ memberID: 'anna', permessi: areas });
});
afterAll(() => portale?.stop());

interface Answer {
  data: Record<string, unknown>[];
  totale: number;
}

async function rows(path: string): Promise<Answer> {
  const { status, body, text } = await portale.call('GET', `/api/${path}`, { as: anna });
  expect(status, text).toBe(200);
  return body as Answer;
}

type Told = [matricola: string, reasons: string | null, hours: number | null];
const OVERDUE: Told = ['A1', 'Filtro olio: oltre di 50 h', 50];
const STOPPED: Told = ['B2', 'Ferma per guasto: dal 2026-03-12', null];
const EXPIRED: Told = ['A1', 'Antigelo: scaduta il 2026-04-01', null];
const FREE: Told = ['B2', null, null];
const NONE: Told[] = [['A1', null, null], FREE];
/** Days, each with the expected reasons and hours past due of the machines. */
const DAYS: readonly [day: string, expected: Told[]][] = [
  ['2026-03-01', NONE],
  ['2026-03-04', NONE],
  ['2026-03-05', [OVERDUE, FREE]],
  ['2026-03-10', NONE],
  ['2026-03-12', [NONE[0]!, STOPPED]],
  ['2026-03-19', [NONE[0]!, STOPPED]],
  ['2026-03-20', NONE],
  ['2026-03-31', NONE],
  ['2026-04-01', [EXPIRED, FREE]],
];
const told = ({ matricola, manutenzione_motivo, manutenzione_oltre }: ReadRow) => [matricola, manutenzione_motivo, manutenzione_oltre];
const MAINTENANCE = `filtri=${encodeURIComponent(JSON.stringify({ manutenzione: true }))}`;

describe('La manutenzione in un elenco a un istante', () => {
  it.each(DAYS)('al %s è quella di quel giorno: in pagina, per intero, nel filtro, nel conto e nei gruppi', async (al, expected) => {
    expect((await rows(`macchinari?al=${al}&righe=10&ordina=matricola`)).data.map(told)).toEqual(expected);
    expect((await rows(`macchinari?al=${al}&ordina=matricola`)).data.map(told)).toEqual(expected);
    const due = expected.filter(([, reasons]) => reasons !== null);
    const filtered = await rows(`macchinari?al=${al}&righe=10&${MAINTENANCE}`);
    expect([filtered.data.map(told), filtered.totale]).toEqual([due, due.length]);
    const whole = await rows(`macchinari?al=${al}&${MAINTENANCE}`);
    expect([whole.data.map(told), whole.totale]).toEqual([due, due.length]);
    expect((await rows(`macchinari/gruppi?per=matricola&al=${al}&${MAINTENANCE}`)).totale).toBe(due.length);
  });

  it('oggi è come senza al', async () => {
    for (const query of ['righe=10', `righe=10&${MAINTENANCE}`]) {
      const today = (await rows(`macchinari?ordina=matricola&${query}`)).data.map(told);
      expect((await rows(`macchinari?ordina=matricola&${query}&al=2026-05-01`)).data.map(told)).toEqual(today);
    }
  });

  it('si ordina per le ore oltre la scadenza, e le righe del piano dicono la loro', async () => {
    expect((await rows('macchinari?al=2026-03-05&righe=10&ordina=-manutenzione_oltre')).data.map(told)).toEqual([OVERDUE, FREE]);
    const plan = async (al: string) =>
      (await rows(`manutMacchinari?al=${al}&matricola=A1`)).data.map(({ componente, ore_mancanti, scadenza }) => [
        componente,
        ore_mancanti,
        scadenza,
      ]);
    expect(await plan('2026-03-05')).toEqual([
      ['filtro_olio', -50, null],
      ['antigelo', null, '2026-04-01'],
    ]);
    expect(await plan('2026-03-10')).toEqual([
      ['filtro_olio', 250, null],
      ['antigelo', null, '2026-04-01'],
    ]);
  });

  it.each(DAYS)('un file che il portale prepara la giudica al %s, non oggi', async (al, expected) => {
    const { deps } = portale;
    const reader = listReader({
      db: deps.readDb,
      catalogue: deps.catalogue,
      clock: deps.clock,
      identity: async () => ({ memberID: 'anna', groupID: 2, permessi: areas }),
    });
    for (const filtri of [{}, { manutenzione: true }]) {
      const read: ReadRow[] = [];
      let total = 0;
      const recipient = {
        start: async (count: number) => void (total = count),
        rows: async (some: readonly ReadRow[]) => void read.push(...some),
      };
      await reader.read(
        { tabella: 'macchinari', colonne: ['matricola', 'manutenzione'], ordina: 'matricola', al, filtri, formato: 'csv' } as never,
        'anna',
        recipient as never,
        new AbortController().signal,
      );
      const wanted = expected.filter(([, reasons]) => !('manutenzione' in filtri) || reasons !== null);
      expect([read.map(told), total]).toEqual([wanted, wanted.length]);
    }
  });
});
