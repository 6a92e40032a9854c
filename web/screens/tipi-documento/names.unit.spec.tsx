// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mansioni } from '#contracts/registers/mansioni.ts';
import { tipiDocumento } from '#contracts/registers/tipi-documento.ts';
import { aroundHook, fakePortal, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { rowOf } from '#web/registers/row.testing.ts';
import { useNames } from './names.ts';

const KINDS = [
  rowOf(tipiDocumento, { id: 1, soggetto: 'lavoratore', codice: 'carta', nome: 'Carta di Identità' }),
  rowOf(tipiDocumento, { id: 2, soggetto: 'lavoratore', codice: 'patente', nome: 'Patente' }),
  rowOf(tipiDocumento, { id: 3, soggetto: 'macchina', codice: 'patente', nome: 'Libretto' }),
];
const ROLES = [rowOf(mansioni, { id: 4, descrizione: 'Gruista' })];

beforeEach(() => signIn());
afterEach(leaveNothing);

it('al posto di codici e numeri si leggono i nomi, dove si conoscono', async () => {
  const kindsAsked = Promise.withResolvers<void>();
  const calls = fakePortal(async ({ path }) => {
    if (path === '/api/tipi_documento') await kindsAsked.promise;
    return { body: path === '/api/tipi_documento' ? { data: KINDS, totale: 3 } : { data: ROLES, totale: 1 } };
  });
  const { result, rerender } = renderHook(useNames, { wrapper: aroundHook() });
  const kindsOf = (soggetto: string, tipo_documento: string | null) => result.current.kindsOf({ soggetto, tipo_documento });
  expect([result.current.kinds, kindsOf('lavoratore', 'carta|patente'), result.current.roleOf(4)]).toEqual([[], 'carta o patente', '4']);

  await waitFor(() => expect(result.current.roleOf(4)).toBe('Gruista'));
  expect(['4', 5, 0, '', null, undefined].map((id) => result.current.roleOf(id))).toEqual(['Gruista', '5', '0', '', null, null]);
  kindsAsked.resolve();
  await waitFor(() => expect(result.current.kinds).toEqual(KINDS));
  expect([
    kindsOf('lavoratore', 'carta| patente'),
    kindsOf('macchina', 'patente'),
    kindsOf('macchina', 'carta|ce'),
    kindsOf('ditta', null),
  ]).toEqual(['Carta di Identità o Patente', 'Libretto', 'carta o ce', '']);
  const { current } = result;
  rerender();
  expect(result.current).toBe(current);
  expect(calls.map(({ path, query }) => [path, query.get('ordina')])).toContainEqual(['/api/tipi_documento', 'ordine']);
});
