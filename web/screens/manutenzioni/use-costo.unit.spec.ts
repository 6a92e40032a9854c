// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { useRegisterForm } from '#web/registers/form/use-register-form.ts';
import type { FormValuesOf } from '#web/registers/row.ts';
import { READ, useCosto } from './use-costo.ts';

type Values = Partial<FormValuesOf<typeof manutenzioni>>;
/** A form of a maintenance with the setter of its fields. */
function open(values: Values) {
  const record = { values: { tipologia: null, costo: null, note: null, ...values }, version: 1 };
  const { result } = renderHook(() => {
    const form = useRegisterForm(manutenzioni, 'modifica', record);
    return { form, set: useCosto(form) };
  });
  return {
    set: (...args: Parameters<(typeof result.current)['set']>) => act(() => result.current.set(...args)),
    shown: () => [result.current.form.values.tipologia, result.current.form.values.costo],
    form: () => result.current.form,
  };
}

afterEach(cleanup);

it('una lettura non ha costo; un altro tipo lo riporta', () => {
  const { set, shown } = open({ tipologia: 'Interna', costo: 120 });
  set('tipologia', READ);
  expect(shown()).toEqual([READ, null]);
  set('tipologia', 'Esterna');
  expect(shown()).toEqual(['Esterna', 120]);
});

it('riportato una volta, non ritorna dopo che lo si è tolto', () => {
  const { set, shown } = open({ tipologia: 'Interna', costo: 120 });
  set('tipologia', READ);
  set('tipologia', 'Interna');
  set('costo', null);
  set('tipologia', 'Esterna');
  expect(shown()).toEqual(['Esterna', null]);
});

it('un costo scritto nel frattempo resta', () => {
  const { set, shown } = open({ tipologia: 'Interna', costo: 120 });
  set('tipologia', READ);
  set('costo', 50);
  set('tipologia', 'Interna');
  expect(shown()).toEqual(['Interna', 50]);
});

it('lo stesso tipo scelto di nuovo non tocca il costo', () => {
  const { set, shown } = open({ tipologia: READ, costo: 30 });
  set('tipologia', READ);
  expect(shown()).toEqual([READ, 30]);
});

it('di una lettura senza costo non c’è nulla da riportare', () => {
  const { set, shown } = open({ tipologia: 'Interna' });
  set('tipologia', READ);
  set('tipologia', 'Interna');
  expect(shown()).toEqual(['Interna', null]);
});

it('gli altri campi si scrivono e basta', () => {
  const { set, shown, form } = open({ tipologia: 'Interna', costo: 120 });
  set('note', READ);
  expect([form().values.note, ...shown()]).toEqual([READ, 'Interna', 120]);
  set('costo', 80);
  expect(shown()).toEqual(['Interna', 80]);
});
