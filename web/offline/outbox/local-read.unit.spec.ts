import { describe, expect, it } from 'vitest';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { Row, RowOf } from '#web/registers/row.ts';
import type { RowsOf } from '../module.ts';
import type { Item } from './item.ts';
import { MODULES } from '../modules.testing.ts';
import { localList } from './local-read.ts';
import { rowsWithWaiting, valuesOf } from './local-rows.ts';
import { item } from './shelf.testing.ts';

const row = (id: number, more: Record<string, string | number | null>): Row => ({ id, ...more, utente: 'anna', versione: 1 });
const ROWS = [
  row(1, { data: '2026-11-20', cantiere: '0415', note: 'Pila nord' }),
  row(2, { data: '2026-11-22', cantiere: '0415', note: null }),
  row(3, { data: '2026-11-21', cantiere: '0500', note: 'pila sud' }),
];
const ids = (query: string) => localList(ROWS, new URLSearchParams(query))?.data.map(({ id }) => id);

describe('ciò che il dispositivo risponde al posto del portale', () => {
  it.each([
    ['ordina=-data', [2, 3, 1]],
    [`filtri=${JSON.stringify({ cantiere: '0415' })}&ordina=data`, [1, 2]],
    [`filtri=${JSON.stringify({ cantiere: '0415', data: { a: '2026-11-21' } })}&ordina=-data&righe=1&pagina=1`, [1]],
    [`filtri=${JSON.stringify({ data: { da: '2026-11-21' } })}&ordina=data`, [3, 2]],
    ['cerca=PILA nord', [1]],
    ['ordina=data&righe=2&pagina=2', [2]],
    // what is empty stands last, and is found as empty
    ['ordina=note', [1, 3, 2]],
    ['ordina=-note', [3, 1, 2]],
    [`filtri=${JSON.stringify({ note: null })}`, [2]],
    [`filtri=${JSON.stringify({ note: '' })}`, [2]],
    [`filtri=${JSON.stringify({ note: ['', 'Pila nord'] })}`, [1, 2]],
    [`filtri=${JSON.stringify({ note: { da: 'a' } })}`, [1, 3]],
  ])('%s', (query, expected) => {
    expect(ids(query)).toEqual(expected);
  });

  it('ciò che solo il portale sa non lo risponde', () => {
    expect(localList(ROWS, new URLSearchParams(`filtri=${JSON.stringify({ scaduti: true })}`))).toBeNull();
    expect(localList(ROWS, new URLSearchParams('filtri={'))).toBeNull();
  });
});

/** Returns the rows of copies by path. */
const copied =
  (rows: Readonly<Record<string, Row[]>>): RowsOf =>
  <D extends AnyRegister>(def: D) =>
    (rows[def.path] ?? []) as RowOf<D>[];

describe('le righe con ciò che aspetta', () => {
  const waiting = (more: Partial<Item>): Item => ({
    ...item({ id: 'a', path: '/api/manutenzioni', register: manutenzioni.path, ...more }),
    n: 1,
  });
  const seen = (items: Item[]) =>
    rowsWithWaiting(copied({ manutenzioni: [row(7, { matricola: 'A0001', ore_km: 10 })] }), { items, user: 'bruno', modules: MODULES })(
      manutenzioni,
    );

  it('una nuova c’è, di chi l’ha scritta; una cambiata dice il nuovo; una eliminata non c’è', () => {
    const created = waiting({
      key: '900000000001',
      makes: true,
      body: JSON.stringify({ manutenzione: { matricola: 'A0002', ore_km: 5 } }),
    });
    expect(seen([created]).at(-1)).toMatchObject({ id: 900_000_000_001, matricola: 'A0002', ore_km: 5, utente: 'bruno', note: null });
    const changed = waiting({ method: 'PUT', key: '7', body: JSON.stringify({ manutenzione: { id: 7, ore_km: 12 } }) });
    expect(seen([changed])).toMatchObject([{ id: 7, matricola: 'A0001', ore_km: 12, utente: 'anna' }]);
    expect(seen([waiting({ method: 'DELETE', key: '7' })])).toEqual([]);
  });

  it('una riga nuova fa i conti della sua giornata; una foto che aspetta non tocca nessuna giornata', () => {
    const days = [row(1, { data: '2026-11-20', cantiere: '0412' }), row(2, { data: '2026-11-21', cantiere: '0412' })];
    const made = waiting({
      path: '/api/produzione',
      register: 'produzione',
      key: '900000000002',
      makes: true,
      body: JSON.stringify({ produzione: { id_intestazione: 1, lavorazione: 'PALI', quantita: 5 } }),
    });
    const photo = waiting({ id: 'f', path: '/api/guasti/foto', register: null, key: '1', files: [], body: '{"id":"1"}' });
    const rows = (items: Item[]) =>
      rowsWithWaiting(copied({ produzione_padre: days }), { items, user: 'bruno', modules: MODULES })(produzionePadre);
    expect(rows([photo])).toEqual(days);
    const [touched, other] = rows([made, photo]);
    expect(touched).toMatchObject({ id: 1, commessa: '0412', lavorazioni: 'PALI' });
    expect(other).toEqual(days[1]);
  });

  it('una riga che aspetta prende data, commessa e prezzo dal suo cantiere', () => {
    const there: Record<string, Row[]> = {
      produzione_padre: [row(1, { data: '2026-11-20', cantiere: '0412' })],
      produzione: [row(5, { id_intestazione: 1, lavorazione: 'PALI', wbs: 'A', quantita: 2, commessa: 'prima', prezzo: 1, produzione: 2 })],
      cantieri_wbs: [row(1, { commessa: '0412', descrizione: 'A' }), row(2, { commessa: '0412', descrizione: 'B' })],
      cantieri_lavorazioni: [
        row(1, { commessa: '0412', lavorazione: 'PALI', descrizione_wbs: 'A', prezzo: 10 }),
        row(2, { commessa: '0412', lavorazione: 'PALI', descrizione_wbs: 'B', prezzo: 20 }),
        row(3, { commessa: '0500', lavorazione: 'PALI', descrizione_wbs: 'B', prezzo: 99 }),
        row(4, { commessa: '0412', lavorazione: 'JET', descrizione_wbs: '', prezzo: 7 }),
      ],
    };
    const changed = (wbs: string | null, lavorazione = 'PALI') =>
      waiting({
        path: '/api/produzione',
        register: 'produzione',
        method: 'PUT',
        key: '5',
        body: JSON.stringify({ produzione: { id: 5, id_intestazione: 1, lavorazione, wbs, quantita: 3 } }),
      });
    const line = (items: Item[]) => rowsWithWaiting(copied(there), { items, user: 'bruno', modules: MODULES })(produzione)[0];
    expect(line([])).toEqual(there['produzione']![0]);
    expect(line([changed('A')])).toMatchObject({ data: '2026-11-20', commessa: '0412', prezzo: 10, produzione: 30 });
    expect(line([changed('B')])).toMatchObject({ prezzo: 20, produzione: 60 });
    expect(line([changed(null, 'JET')])).toMatchObject({ prezzo: 7, produzione: 21 });
  });

  it('un invio che non è di un registro, o di soli file, non porta valori', () => {
    expect(valuesOf(waiting({ register: null, body: '{"id":"1"}' }))).toEqual({});
    expect(valuesOf(waiting({ files: [], body: '{"manutenzione":{"ore_km":1}}' }))).toEqual({});
    expect(valuesOf(waiting({ body: '{"manutenzione":{"ore_km":1}}' }))).toEqual({ ore_km: 1 });
  });
});
