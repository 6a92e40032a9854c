// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Route } from 'wouter';
import { exampleCatalogue, exampleRegister } from '#contracts/core/example-register.testing.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes } from '#web/portal.testing.tsx';
import { detailHref } from '#contracts/core/record-address.ts';
import { detailPattern, newHref } from './addresses.ts';
import { RegisterDetail } from './form/RegisterDetail.tsx';
import { RegisterList } from './list/RegisterList.tsx';

const DRILL = { matricola: 'T1', nome: 'Trapano', peso: 2, scheda: null, utente: 'anna', versione: 1 };

/** Fakes a portal that knows one tool and accepts every write. */
const portal = () =>
  fakePortal(({ method, path, query }) => {
    if (method !== 'GET') return { status: method === 'POST' ? 201 : 200, body: { message: { insertId: 'T2', versione: 2 } } };
    if (path === '/api/attrezzi') return { body: { data: query.get('matricola') === 'T2' ? [] : [DRILL], totale: 1 } };
    return { body: { data: [], totale: 0 } };
  });

const Detail = () => (
  <Route path={detailPattern(exampleRegister)}>
    <RegisterDetail def={exampleRegister} />
  </Route>
);

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('lists and forms with a catalogue of its own', () => {
  it('lists the columns of the definition and opens its address', async () => {
    portal();
    renderAt('/attrezzi', <RegisterList def={exampleRegister} />, exampleCatalogue);
    const row = (await screen.findByText('Trapano')).closest('tr')!;
    expect(within(row).getByText('T1')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(expect.arrayContaining(['Matricola', 'Nome']));
    expect(screen.queryByRole('columnheader', { name: 'Peso' })).toBeNull();
    expect(screen.getByRole('link', { name: /T1|Trapano/ }).getAttribute('href')).toContain('/attrezzi');
  });

  it('creates a record from its fields, once they are valid', async () => {
    const calls = portal();
    const { user } = renderAt(newHref(exampleRegister), <Detail />, exampleCatalogue);
    await user.type(await screen.findByLabelText(/^Matricola/), 'T2');
    await user.click(screen.getByRole('button', { name: 'SALVA' }));
    expect(writes(calls)).toEqual([]);
    await user.type(screen.getByLabelText(/^Nome/), 'Martello');
    await user.type(screen.getByLabelText(/^Peso/), '3');
    await user.click(screen.getByRole('button', { name: 'SALVA' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { method: 'POST', path: '/api/attrezzi', body: { attrezzo: { matricola: 'T2', nome: 'Martello', peso: 3 } } },
      ]),
    );
  });

  it('changes a record with the version that was read', async () => {
    const calls = portal();
    const { user } = renderAt(detailHref(exampleRegister, 'T1'), <Detail />, exampleCatalogue);
    await user.type(await screen.findByLabelText(/^Nome/), ' a colonna');
    await user.click(screen.getByRole('button', { name: 'SALVA' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { method: 'PUT', path: '/api/attrezzi', version: '"1"', body: { attrezzo: { matricola: 'T1', nome: 'Trapano a colonna' } } },
      ]),
    );
  });
});
