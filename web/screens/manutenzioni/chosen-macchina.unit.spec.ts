import { describe, expect, it } from 'vitest';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { rowOf } from '#web/registers/row.testing.ts';
import { copiedFrom, toCopy } from './chosen-macchina.ts';

const A1 = rowOf(macchinari, { matricola: 'A0001', marca: 'Soilmec', modello: 'SM-14', descrizione: 'Micropali', matricola_costr: 'C-77' });
const COPY = { descrizione: 'Micropali', matr_costr: 'C-77' };
const empty = { matricola: null, descrizione: null, matr_costr: null };

describe('la macchina di una manutenzione', () => {
  it('dà la descrizione e la matricola del costruttore; senza descrizione, marca e modello', () => {
    expect(copiedFrom(A1)).toEqual(COPY);
    expect(copiedFrom(rowOf(macchinari, { marca: 'Soilmec', modello: 'SM-14', descrizione: '' }))).toEqual({
      descrizione: 'Soilmec SM-14',
      matr_costr: null,
    });
    expect(copiedFrom(rowOf(macchinari, { marca: null, modello: null }))).toEqual({ descrizione: null, matr_costr: null });
    expect(copiedFrom(null)).toEqual({ descrizione: null, matr_costr: null });
  });

  it('scelta a mano si copia appena si conosce, e tolta porta via le sue parole', () => {
    const values = { ...empty, matricola: 'A0001' };
    expect(toCopy({ nuovo: true, base: empty, values, macchina: undefined })).toBeNull();
    expect(toCopy({ nuovo: true, base: empty, values, macchina: A1 })).toEqual({ valori: COPY, partenza: false });
    expect(toCopy({ nuovo: true, base: empty, values: { ...values, ...COPY }, macchina: A1 })).toBeNull();
    expect(toCopy({ nuovo: true, base: empty, values: { ...empty, ...COPY }, macchina: undefined })).toEqual({
      valori: { descrizione: null, matr_costr: null },
      partenza: false,
    });
  });

  it('venuta con l’indirizzo è il punto di partenza: nessuno l’ha scritta', () => {
    const base = { ...empty, matricola: 'A0001' };
    expect(toCopy({ nuovo: true, base, values: base, macchina: undefined })).toBeNull();
    expect(toCopy({ nuovo: true, base, values: base, macchina: A1 })).toEqual({ valori: COPY, partenza: true });
    expect(toCopy({ nuovo: true, base: { ...base, ...COPY }, values: { ...base, ...COPY }, macchina: A1 })).toBeNull();
  });

  it('una manutenzione salvata tiene le parole di allora, anche se la macchina ora ne ha altre', () => {
    const base = { matricola: 'A0001', descrizione: 'Prima', matr_costr: null };
    expect(toCopy({ nuovo: false, base, values: base, macchina: A1 })).toBeNull();
    expect(toCopy({ nuovo: false, base, values: { ...base, descrizione: 'Altra' }, macchina: A1 })).toEqual({
      valori: { descrizione: 'Prima', matr_costr: null },
      partenza: false,
    });
    expect(toCopy({ nuovo: false, base, values: { ...base, matricola: 'A0002' }, macchina: A1 })).toEqual({
      valori: COPY,
      partenza: false,
    });
  });

  it('una macchina che non si può leggere non lascia le parole di quella di prima', () => {
    const base = { matricola: 'A0001', ...COPY };
    expect(toCopy({ nuovo: false, base, values: { ...base, matricola: 'A0002' }, macchina: null })).toEqual({
      valori: { descrizione: null, matr_costr: null },
      partenza: false,
    });
  });
});
