import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.testing.ts';
import type { HistoryField } from './history.ts';
import { fieldsInWords, showValue } from './history-in-words.ts';

const macchinari = catalogue.registerOrThrow('macchinari');
const field = (name: string) => macchinari.fields[name];

describe('i valori dello storico', () => {
  it.each([
    ['money', 'costo_storico', 418500, '€\u00A0418.500,00'],
    ['number', 'ore_km', 6538, '6.538'],
    ['date', 'scadenza_varie3', '2026-12-08', '2026-12-08'],
    ['choice', 'stato_attuale', 'Demolito', 'Venduto/Demolito'],
    ['choice', 'stato_attuale', 'Altro di un tempo', 'Altro di un tempo'],
    ['text', 'marca', 'Soilmec', 'Soilmec'],
    ['document', 'varie1', { percorso: 'A/A_SCHTEC.pdf', versione: 2 }, 'versione 2'],
    ['document', 'varie1', 'A/vecchio.pdf', 'A/vecchio.pdf'],
    ['flag', 'x', 1, 'sì'],
    ['flag', 'x', 0, 'no'],
    ['flag', 'x', true, 'sì'],
    ['money', 'costo_storico', 'non un numero', 'non un numero'],
    ['number', 'ore_km', 'tante', 'tante'],
  ] as const)('%s %s si legge come il suo campo', (kind, fieldName, value, expected) => {
    expect(showValue(kind, field(fieldName), value)).toMatchObject({ text: expected, empty: false });
  });

  it('un campo vuoto e un documento assente lo dicono', () => {
    expect(showValue('text', field('marca'), null)).toEqual({ text: 'vuoto', empty: true });
    expect(showValue('document', field('varie1'), null)).toEqual({ text: 'assente', empty: true });
  });

  it('what a number stands for is read in its place', () => {
    expect(showValue('number', field('ore_km'), 12, 'Verdi Anna')).toMatchObject({ text: 'Verdi Anna', empty: false });
  });

  it('un numero si legge con la sua unità, un anno senza punti', () => {
    const number = (other: object) => ({ kind: 'number', label: 'x', ...other }) as never;
    expect(showValue('number', number({ unit: 'kg' }), 1500)).toMatchObject({ text: '1.500 kg', empty: false });
    expect(showValue('number', number({ year: true }), 2019)).toMatchObject({ text: '2019', empty: false });
    expect(showValue('text', undefined, ['a'])).toEqual({ text: '["a"]', empty: false });
  });

  it('i punti di un controllo si leggono in parole; ciò che non è un elenco resta com’è', () => {
    const punti = catalogue.registerOrThrow('guasti').fields['punti'];
    const text = '[{"punto":"Freni","esito":"problema"},{"punto":"Luci","esito":"ok"},{"punto":"Gru","esito":"altro"}]';
    expect(showValue('note', punti, text)).toEqual({ text: 'Freni: non va; Luci: va bene; Gru: altro', empty: false });
    for (const other of ['Freni', '{"punto":"Freni"}', '[null]']) expect(showValue('note', punti, other).text).toBe(other);
    expect(showValue('note', field('note'), text).text).toBe(text);
  });

  it('un documento porta la sua versione, un colore il suo campione', () => {
    expect(showValue('photo', field('foto'), { percorso: 'A/A_FOTO.jpg', versione: 3 }).file).toEqual({
      percorso: 'A/A_FOTO.jpg',
      versione: 3,
    });
    expect(showValue('color', undefined, '#2C6E8C').color).toBe('#2C6E8C');
  });
});

describe('i campi di una voce in una riga', () => {
  const change = (name: string, prima: HistoryField['prima'], dopo: HistoryField['dopo']): HistoryField => ({
    campo: name,
    etichetta: field(name)!.label,
    tipo: field(name)!.kind,
    prima,
    dopo,
  });
  const changes = [change('marca', null, 'Bauer'), change('ore_km', 6412, 6538)];

  it.each([
    ['modificato', ['Marca: vuoto → Bauer', 'Ore/Km: 6.412 → 6.538']],
    ['creato', ['Marca: Bauer', 'Ore/Km: 6.538']],
  ] as const)('%s: nell’ordine della scheda, divisi da punto e virgola', (tipo, expected) => {
    expect(fieldsInWords(catalogue, { tabella: 'macchinari', tipo, campi: changes }).split('; ').toSorted()).toEqual(expected);
  });
});
