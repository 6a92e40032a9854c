// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { catalogue } from '#web/catalogue.ts';
import type { Row } from './list/columns.ts';
import * as selector from './selector.api.ts';

const optionOf = selector.optionOf.bind(null, catalogue);

const row = (values: Record<string, string | number | null>): Row => ({ utente: 'anna', versione: 1, ...values });

describe('come un record si propone in un selettore', () => {
  it('con il suo valore, e accanto ciò per cui lo si riconosce', () => {
    expect(
      optionOf(
        { register: 'macchinari', value: 'matricola', show: ['matricola', 'marca', 'modello'] },
        row({ matricola: 'A1', marca: 'Soilmec', modello: 'SM-14' }),
      ),
    ).toEqual({ value: 'A1', detail: 'Soilmec SM-14' });
    expect(
      optionOf({ register: 'macchinari', value: 'matricola', show: ['matricola', 'marca'] }, row({ matricola: 'A1', marca: null })),
    ).toEqual({ value: 'A1' });
  });
  it('“Nome - Telefono” al posto di un numero che nessuno conosce', () => {
    const referente = { register: 'referenti', value: 'ID', show: ['Nome', 'Telefono'] };
    expect(optionOf(referente, row({ ID: 3, Nome: 'Anna Viglione', Telefono: '0171 555 0142' }))).toEqual({
      value: '3',
      label: 'Anna Viglione',
      detail: '- 0171 555 0142',
    });
    expect(optionOf(referente, row({ ID: 4, Nome: 'Bruno', Telefono: null }))).toEqual({ value: '4', label: 'Bruno' });
  });
  it('con il suo colore, se ne ha uno', () => {
    expect(
      optionOf(
        { register: 'lavorazioni', value: 'descrizione', show: ['descrizione'] },
        row({ descrizione: 'TIRANTI', colore: '#6A8546' }),
      ),
    ).toEqual({ value: 'TIRANTI', color: '#6A8546' });
  });
});
