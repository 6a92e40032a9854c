// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { frozenForm, useRegisterForm, type LoadedRecord } from './use-register-form.ts';

const ROSSI: LoadedRecord = { values: { id: 3, descrizione: 'Rossi' }, version: 4 };
const SITE: LoadedRecord = { values: { commessa: '0412', committente: 'Valborra', indirizzo: null }, version: 4 };
const LINE: LoadedRecord = { values: {}, version: 1 };
const NEW: LoadedRecord = { values: { descrizione: null }, version: null };
const start = (record = ROSSI, typed?: Values, def: AnyRegister = meccanici) =>
  renderHook(({ record }) => useRegisterForm(def, record.version === null ? 'nuovo' : 'modifica', record, typed), {
    initialProps: { record },
  });

describe('le frasi di un campo sbagliato', () => {
  it('si vedono quando la persona lo lascia, o prova a salvare', () => {
    const { result } = start(NEW);
    expect([result.current.valid, result.current.firstWrong, result.current.errors]).toEqual([false, 'descrizione', {}]);
    act(() => result.current.touch('descrizione'));
    expect(result.current.errors).toEqual({ descrizione: 'Campo obbligatorio' });
    const other = start(NEW);
    act(() => other.result.current.touchAll());
    expect(other.result.current.errors).toEqual({ descrizione: 'Campo obbligatorio' });
  });

  it('anche della chiave che si scrive a mano', () => {
    const { result } = start({ values: {}, version: null }, undefined, cantieri);
    act(() => result.current.touchAll());
    expect(Object.keys(result.current.errors)).toContain('commessa');
    expect(result.current.firstWrong).toBe('commessa');
  });

  it('del portale restano finché quel campo non cambia; la frase di adesso vince', () => {
    const { result } = start();
    act(() =>
      result.current.refuse([
        { campo: 'meccanici.descrizione', messaggio: 'Già in uso' },
        { campo: 'id', messaggio: 'Preso' },
      ]),
    );
    expect(result.current.errors).toEqual({ descrizione: 'Già in uso', id: 'Preso' });
    expect([result.current.valid, result.current.firstWrong]).toEqual([true, 'descrizione']);
    act(() => result.current.set('descrizione', ''));
    expect(result.current.errors).toEqual({ id: 'Preso' });
    act(() => {
      result.current.touch('descrizione');
      result.current.refuse([{ campo: 'descrizione', messaggio: 'Già in uso' }]);
    });
    expect(result.current.errors['descrizione']).toBe('Campo obbligatorio');
  });

  it('se ne vanno con un record letto di nuovo o scritto', () => {
    for (const change of ['reset', 'settle'] as const) {
      const { result } = start(ROSSI, { descrizione: '' });
      act(() => {
        result.current.touchAll();
        result.current.refuse([{ campo: 'id', messaggio: 'Preso' }]);
      });
      expect(Object.keys(result.current.errors)).toEqual(['id', 'descrizione']);
      act(() => (change === 'reset' ? result.current.reset(ROSSI) : result.current.settle(ROSSI, result.current.values)));
      expect([result.current.errors, result.current.dirty]).toEqual([{}, []]);
      act(() => result.current.set('descrizione', ''));
      expect(result.current.errors).toEqual({});
    }
  });
});

describe('un record letto di nuovo', () => {
  const again = { values: { id: 3, descrizione: 'Bianchi' }, version: 5 };

  it('si mostra se nulla è scritto, con la sua versione', () => {
    const { result, rerender } = start();
    rerender({ record: again });
    expect([result.current.values['descrizione'], result.current.version]).toEqual(['Bianchi', 5]);
  });

  it('non tocca ciò che è scritto né la versione su cui lo si è scritto', () => {
    const { result, rerender } = start();
    act(() => result.current.set('descrizione', 'Verdi'));
    rerender({ record: again });
    expect([result.current.values['descrizione'], result.current.base['descrizione'], result.current.version]).toEqual([
      'Verdi',
      'Rossi',
      4,
    ]);
    expect(result.current.changes()).toEqual({ descrizione: 'Verdi' });
  });

  it('ciò che era scritto prima di andare altrove torna, da salvare', () => {
    const { result } = start(ROSSI, { descrizione: 'Verdi' });
    expect([result.current.values['descrizione'], result.current.dirty]).toEqual(['Verdi', ['descrizione']]);
  });
});

it('lo stesso valore di prima non è un cambiamento, e non ridisegna', () => {
  const { result } = start();
  const before = result.current.values;
  act(() => result.current.set('descrizione', 'Rossi'));
  expect(result.current.values).toBe(before);
});

it('scritto, tiene ciò che si è scritto nel frattempo e prende il resto da ciò che è stato scritto', () => {
  const { result } = renderHook(() => useRegisterForm(cantieri, 'modifica', SITE));
  act(() => result.current.set('committente', 'Anas'));
  const sent = result.current.values;
  act(() => result.current.set('indirizzo', 'Cuneo'));
  act(() => result.current.settle({ values: { ...sent, committente: 'ANAS' }, version: 5 }, sent));
  expect(result.current.values).toMatchObject({ committente: 'ANAS', indirizzo: 'Cuneo' });
  expect([result.current.dirty, result.current.version]).toEqual([['indirizzo'], 5]);
});

it('ciò che il portale calcola si vede subito e non è una modifica di nessuno', () => {
  const made = Object.entries(produzione.fields)
    .filter(([, field]) => 'computed' in field && field.computed)
    .map(([name]) => name);
  expect(made.length).toBeGreaterThan(0);
  const { result } = renderHook(() => useRegisterForm(produzione, 'modifica', LINE));
  expect(result.current.dirty.filter((name) => made.includes(name))).toEqual([]);
});

it('i valori di una versione di prima si guardano soltanto', () => {
  const form = frozenForm({ descrizione: 'Rosso' });
  form.set('descrizione', 'x');
  form.touchAll();
  form.refuse([{ campo: 'descrizione', messaggio: 'x' }]);
  expect([form.values, form.errors, form.dirty, form.valid, form.changes()]).toEqual([{ descrizione: 'Rosso' }, {}, [], true, {}]);
});
