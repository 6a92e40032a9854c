import { describe, expect, it } from 'vitest';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { OfflineRegister, RowsOf } from '#web/offline/module.ts';
import { rowOf } from '#web/registers/row.testing.ts';
import type { Row } from '#web/registers/row.ts';
import { offline } from './offline.ts';

const [days, lines] = offline.writes as [OfflineRegister, OfflineRegister];
/** Rows of the device, by the path of their register. */
const deviceWith =
  (rows: Readonly<Record<string, readonly object[]>>): RowsOf =>
  (def: AnyRegister) =>
    (rows[def.path] ?? []) as never;
const header = (id: number, values: object = {}) => ({
  ...rowOf(produzionePadre, { id, data: '2026-11-20', cantiere: '0422' }),
  ...values,
});
const line = (values: object): Row => ({ ...rowOf(produzione, { id_intestazione: 7 }), ...values }) as never;
const item = (values: object) => ({ ...rowOf(cantieriLavorazioni, { commessa: '0422', lavorazione: 'JET GROUTING' }), ...values });

describe('una giornata senza rete', () => {
  it('si chiama col giorno e col cantiere', () => {
    expect(days.title({ data: '2026-11-20', cantiere: '0422' }, deviceWith({}))).toBe('Giornata 2026-11-20 0422');
    expect(days.title({ data: '2026-11-20', cantiere: null }, deviceWith({}))).toBe('Giornata 2026-11-20');
  });

  it('riassume le sue righe, anche dove il numero è scritto come testo', () => {
    const rows = deviceWith({
      produzione: [
        line({ id_intestazione: '7', lavorazione: 'TIRANTI', quantita: 2, produzione: 30 }),
        line({ lavorazione: 'MURI', quantita: 1.5, produzione: 20.5 }),
        line({ id_intestazione: 8, lavorazione: 'PALI', quantita: 9, produzione: 9 }),
      ],
    });
    expect(days.reckoned!(header(7) as never, rows)).toMatchObject({
      commessa: '0422',
      lavorazioni: 'TIRANTI, MURI',
      quantita: 3.5,
      produzione: 50.5,
    });
  });
});

describe('una riga senza rete', () => {
  const rows = deviceWith({ [produzionePadre.path]: [header(6, { cantiere: '0001' }), header(7)] });

  it.each([
    [{ lavorazione: 'JET GROUTING', quantita: 12.5 }, 'Riga 2026-11-20 0422: JET GROUTING, 12,5'],
    [{ lavorazione: 'JET GROUTING', quantita: 1234 }, 'Riga 2026-11-20 0422: JET GROUTING, 1.234'],
    [{ lavorazione: 'JET GROUTING', quantita: 0.1234 }, 'Riga 2026-11-20 0422: JET GROUTING, 0,123'],
    [{ lavorazione: 'JET GROUTING', quantita: null }, 'Riga 2026-11-20 0422: JET GROUTING'],
    [{ lavorazione: null, quantita: 3 }, 'Riga 2026-11-20 0422: 3'],
    [{ lavorazione: 'JET GROUTING', fermo: 1 }, 'Riga 2026-11-20 0422: Fermo'],
    [{ lavorazione: 'JET GROUTING', fermo: 0 }, 'Riga 2026-11-20 0422: JET GROUTING'],
    [{ lavorazione: 'JET GROUTING', id_intestazione: '7' }, 'Riga 2026-11-20 0422: JET GROUTING'],
    // the day is not on the device
    [{ lavorazione: 'JET GROUTING', id_intestazione: 9 }, 'Riga JET GROUTING'],
    [{ id_intestazione: 9 }, 'Riga'],
  ])('si chiama con ciò che se ne sa: %j, «%s»', (values, title) => {
    expect(lines.title(line(values), rows)).toBe(title);
  });

  /** Values of a line of work on a device with this price list. */
  const reckon = (items: readonly object[], values: object = {}) =>
    lines.reckoned!(
      line({ lavorazione: 'JET GROUTING', wbs: 'Pila 3', quantita: 2, ...values }),
      deviceWith({
        [produzionePadre.path]: [header(7)],
        [cantieriWbs.path]: [{ commessa: '0422', descrizione: 'Pila 3' }],
        [cantieriLavorazioni.path]: items,
      }),
    );

  it('prende giorno e cantiere dalla giornata, il prezzo dal listino del cantiere', () => {
    const elsewhere = item({ commessa: '0001', descrizione_wbs: 'Pila 3', prezzo: 1 });
    expect(reckon([elsewhere, item({ descrizione_wbs: 'Pila 3', prezzo: 86.5 })])).toMatchObject({
      data: '2026-11-20',
      commessa: '0422',
      prezzo: 86.5,
      produzione: 173,
    });
  });

  it.each([
    ['quello della sua wbs', [item({ descrizione_wbs: '', prezzo: 1 }), item({ descrizione_wbs: 'Pila 3', prezzo: 2 })], 2],
    ['senza, quello di nessuna', [item({ descrizione_wbs: 'Muro', prezzo: 1 }), item({ descrizione_wbs: '', prezzo: 2 })], 2],
    ['di nessuna, scritta vuota o non scritta', [item({ descrizione_wbs: 'Muro', prezzo: 1 }), item({ prezzo: 2 })], 2],
    ['se il cantiere non ha più la lavorazione, il suo', [item({ lavorazione: 'PALI', prezzo: 1 })], 5],
    ['se la lavorazione non ha un prezzo, nessuno', [item({ prezzo: null })], null],
  ])('il prezzo è %s', (_called, items, prezzo) => {
    expect(reckon(items, { prezzo: 5 })['prezzo']).toBe(prezzo);
  });

  it('di una lavorazione senza nome il listino non dà il prezzo', () => {
    expect(reckon([item({ lavorazione: null, prezzo: 1 })], { lavorazione: null, prezzo: 5 })['prezzo']).toBe(5);
    expect(reckon([item({ lavorazione: null, prezzo: 1 })], { lavorazione: '', prezzo: 5 })['prezzo']).toBe(1);
  });

  it('di una giornata che non è sul dispositivo non ha né giorno né cantiere, e tiene il suo prezzo', () => {
    expect(reckon([item({ prezzo: 1 })], { id_intestazione: 9, prezzo: 5 })).toMatchObject({
      data: null,
      commessa: null,
      prezzo: 5,
      produzione: 10,
    });
  });
});

describe('ciò che il dispositivo tiene', () => {
  it('è tutto ciò da cui si sceglie e si calcola, con le giornate e le righe più recenti', () => {
    expect(offline.copies.map(({ def, order }) => [def.path, order])).toEqual([
      ['cantieri', undefined],
      [cantieriWbs.path, undefined],
      // the oldest item of the price list counts
      [cantieriLavorazioni.path, 'id'],
      ['lavorazioni', undefined],
      ['wbs', undefined],
      ['operatore', undefined],
      ['macchinari', undefined],
      ['noleggi', undefined],
      [produzionePadre.path, '-data'],
      [produzione.path, '-id'],
    ]);
    expect(offline.copies.every(({ pages }) => pages >= 1)).toBe(true);
  });
});
