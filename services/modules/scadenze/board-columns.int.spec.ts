import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { EVERYTHING, type Permissions } from '#contracts/core/permissions.ts';
import { BOARD_COLUMNS, type BoardColumn } from '#contracts/modules/scadenze/board-columns.ts';
import type { Board, DueItem } from '#contracts/modules/scadenze/board.ts';
import { makeReferences } from '../../../test/make-references.ts';
import { startTestPortal, type Person, type TestPortal } from '../../../test/portal.ts';
import { installKinds } from './install-kinds.ts';

const today = romeDate(new Date());
const inDays = (days: number) => addDays(today, days);
const ALL: Permissions = { macchinari: EVERYTHING, noleggi_int: EVERYTHING, report: EVERYTHING, cantieri: EVERYTHING };
const OWN: Permissions = { macchinari: { allowInsert: 1, allowView: 1, allowEdit: 1, allowDelete: 1 } };

let portale: TestPortal;
let admin: Person;
let capo: Person;
let whole: readonly DueItem[];

beforeAll(async () => {
  portale = await startTestPortal();
  await makeReferences(portale, { tipologia: ['Gru'] });
  admin = await portale.person({ memberID: 'admin', groupID: 2, permessi: ALL });
  capo = await portale.person({ memberID: 'capo', permessi: OWN });
  await installKinds(portale.deps);
  const create = async (path: string, body: object, as = admin) => {
    expect((await portale.call('POST', `/api/${path}`, { as, body })).status).toBe(201);
  };
  for (const [matricola, marca, days, responsabile] of [
    ['M1', 'Cat', -3, 'admin'],
    ['M2', 'Liebherr', 5, null],
    ['M10', 'Cat', 40, 'capo'],
  ] as const) {
    const macchinario = { matricola, marca, modello: '320', scadenza_assicurazione: inDays(days), responsabile };
    await create('macchinari', { macchinario }, matricola === 'M2' ? capo : admin);
  }
  await create('personale', { personale: { matricola: '101', nome: 'Ugo', cognome: 'Bassi', scadenza_ple: inDays(8) } });
  await create('cantieri', { cantiere: { commessa: '0421', committente: 'Comune', data_fine: inDays(91) } });
  expect(
    (
      await portale.call('POST', '/api/scadenze/visto', {
        as: admin,
        body: { soggetto: 'macchina', id: 'M1', tipo: 'ass', fino: inDays(20) },
      })
    ).status,
  ).toBeLessThan(300);
  whole = (await board({})).data;
  expect(whole.length).toBeGreaterThan(8);
});
afterAll(() => portale?.stop());

const address = (filtri: object, more = '', path = '') =>
  `/api/scadenze${path}?righe=500&filtri=${encodeURIComponent(JSON.stringify(filtri))}${more}`;
const board = async (filtri: object, more = '', as = admin) => (await portale.call('GET', address(filtri, more), { as })).body as Board;
const keyOf = ({ soggetto, id, tipo, voce }: DueItem) => [soggetto, id, tipo, voce].join('/');

/** Returns the value of a column as the board compares it. */
function valueOf(item: DueItem, column: BoardColumn): string | number | null {
  if (column === 'tipo') return item.tipo_nome;
  if (column === 'id') return String(item.id);
  return item[column];
}

type Condition = unknown;
const meets = (value: string | number | null, condition: Condition): boolean => {
  if (Array.isArray(condition)) return condition.includes(value);
  const { contiene: part, vuoto, da, a } = condition as { contiene?: string; vuoto?: boolean; da?: string | number; a?: string | number };
  if (part !== undefined) return value !== null && String(value).toLowerCase().includes(part.toLowerCase());
  if (vuoto !== undefined) return (value === null) === vuoto;
  return value !== null && (da === undefined || value >= da) && (a === undefined || value <= a);
};

/** Arbitrary condition that fits the kind of a column, often with one of the column's own values. */
const conditionOf = (column: BoardColumn): fc.Arbitrary<Condition> => {
  const values = [...new Set(whole.map((item) => valueOf(item, column)))];
  const kind = BOARD_COLUMNS[column];
  const empty = fc.record({ vuoto: fc.boolean() });
  if (kind === 'choices') return fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
  if (kind === 'text')
    return fc.oneof(
      empty,
      fc.constantFrom('1', 'm1', 'CAT', 'bassi', '%', '320').map((part) => ({ contiene: part })),
    );
  const bound = kind === 'date' ? fc.integer({ min: -5, max: 100 }).map(inDays) : fc.integer({ min: -10, max: 10 });
  return fc.oneof(empty, fc.record({ da: bound }), fc.record({ a: bound }), fc.record({ da: bound, a: bound }));
};

describe('i filtri delle colonne', () => {
  it('lasciano le righe che li soddisfano tutti, e le fasce e il totale le contano', async () => {
    const filters = fc
      .uniqueArray(fc.constantFrom(...(Object.keys(BOARD_COLUMNS) as BoardColumn[])), { minLength: 1, maxLength: 3 })
      .chain((columns) => fc.tuple(...columns.map((column) => conditionOf(column).map((condition) => [column, condition] as const))));
    await fc.assert(
      fc.asyncProperty(filters, async (conditions) => {
        const wanted = whole.filter((item) => conditions.every(([column, condition]) => meets(valueOf(item, column), condition)));
        const { data, totale, fasce } = await board(Object.fromEntries(conditions));
        expect(data.map(keyOf).toSorted()).toEqual(wanted.map(keyOf).toSorted());
        expect(totale).toBe(wanted.length);
        for (const [fascia, quante] of Object.entries(fasce)) expect(quante).toBe(wanted.filter((item) => item.fascia === fascia).length);
      }),
      { numRuns: 60 },
    );
  });

  it('valgono insieme agli altri filtri, per ogni ordine e per chi vede solo il proprio', async () => {
    const filters = { scadenza: { da: inDays(-10), a: inDays(10) } };
    expect((await board(filters, '&soggetto=macchina&ordina=-nome')).data.map(({ id }) => id)).toEqual(['M2', 'M1']);
    expect((await board(filters, '&cerca=cat')).data.map(({ id }) => id)).toEqual(['M1']);
    expect((await board(filters, '', capo)).data.map(({ id }) => id)).toEqual(['M2']);
    // an empty text, as sent for an empty input, is no condition
    const { body } = await portale.call('GET', '/api/scadenze?righe=500&filtri=', { as: capo });
    expect(body.totale).toBe(1);
  });

  it('si esportano con l’elenco', async () => {
    const body = {
      tabella: 'scadenze',
      colonne: ['id'],
      formato: 'csv',
      filtri: { filtri: JSON.stringify({ nome: { contiene: 'liebherr' } }) },
    };
    expect((await portale.call('POST', '/api/esporta', { as: admin, body })).status).toBe(202);
    const wrong = { ...body, filtri: { filtri: JSON.stringify({ colore: { vuoto: true } }) } };
    expect((await portale.call('POST', '/api/esporta', { as: admin, body: wrong })).status).toBe(400);
  });

  it.each([
    [{ colore: { vuoto: true } }, 'colore', 'Campo sconosciuto'],
    [{ scadenza: { circa: 1 } }, 'scadenza', 'Condizione sconosciuta: circa'],
    [{ scadenza: { da: 'ieri' } }, 'scadenza', 'Serve una data AAAA-MM-GG'],
    [{ ore_mancanti: { a: 'x' } }, 'ore_mancanti', 'Serve un numero'],
    [[1], 'filtri', 'Serve un oggetto JSON'],
  ])('una condizione sbagliata è 400 con il suo nome: %j', async (filtri, campo, messaggio) => {
    const { status, body } = await portale.call('GET', address(filtri), { as: admin });
    expect([status, body.errors]).toEqual([400, [{ campo, messaggio }]]);
  });
});

describe('i valori di una colonna', () => {
  const groups = (per: string, more = '', as = admin, filters = {}) =>
    portale.call('GET', address(filters, `&per=${per}${more}`, '/gruppi'), { as });

  it.each(Object.keys(BOARD_COLUMNS) as BoardColumn[])(
    '%s: ciascuno con le sue righe, i più numerosi per primi, a pagine',
    async (column) => {
      const counts = new Map<string | number | null, number>();
      for (const item of whole) counts.set(valueOf(item, column), (counts.get(valueOf(item, column)) ?? 0) + 1);
      const { body } = await groups(column);
      expect(new Map(body.data.map(({ valore, quanti }: { valore: string; quanti: number }) => [valore, quanti]))).toEqual(counts);
      expect(body.totale).toBe(counts.size);
      const sizes = body.data.map(({ quanti }: { quanti: number }) => quanti);
      expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a));
      const second = await portale.call('GET', `/api/scadenze/gruppi?per=${column}&righe=1&pagina=2`, { as: admin });
      expect(second.body.data).toEqual(body.data.slice(1, 2));
    },
  );

  it('contano sotto i filtri e i diritti di chi chiede', async () => {
    expect(
      (await groups('id', '&soggetto=macchina', admin, { nome: { contiene: 'cat' } })).body.data
        .map(({ valore }: { valore: string }) => valore)
        .toSorted(),
    ).toEqual(['M1', 'M10']);
    expect((await groups('id', '', capo)).body.data.map(({ valore }: { valore: string }) => valore)).toEqual(['M2']);
    expect((await groups('id', '', await portale.person({ permessi: {} }))).status).toBe(403);
    expect((await groups('colore')).body.errors).toEqual([{ campo: 'per', messaggio: 'Non si raggruppa per colore' }]);
    expect((await groups('fascia', '&fascia=scaduto')).body.data).toEqual([expect.objectContaining({ valore: 'scaduto' })]);
  });
});
