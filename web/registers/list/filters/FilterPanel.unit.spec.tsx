// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { costi } from '#contracts/registers/costi.ts';
import { fakePortal, leaveNothing, renderAt, signIn, type Call } from '#web/portal.testing.tsx';
import { RegisterList } from '../RegisterList.tsx';

const GROUPS = [
  { valore: 'Gasolio', quanti: 7, somme: [{ campo: 'totale', unita: '€', somma: 12.5 }] },
  { valore: null, quanti: 2, somme: [] },
];
const ROW = { id: 1, data: '2026-11-02', cantiere: '0420', tipologia_costo: 'Gasolio', utente: 'anna', versione: 1 };

const portal = () =>
  fakePortal(({ path }) => ({ body: path.endsWith('/gruppi') ? { data: GROUPS, totale: 2 } : { data: [ROW], totale: 9 } }));
const last = (calls: readonly Call[], groups = false) => {
  const { query } = calls.findLast(({ path }) => path.endsWith('/gruppi') === groups && path.startsWith('/api/costi'))!;
  return { per: query.get('per'), filters: JSON.parse(query.get('filtri') ?? '{}') as object, page: query.get('pagina') };
};
const open = (filters: object, more = '') =>
  renderAt(`/home/costi?filtri=${encodeURIComponent(JSON.stringify(filters))}${more}`, <RegisterList def={costi} />);
const panel = async (column: string) => {
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Filtra: ${column}`) }));
  return within(await screen.findByRole('dialog', { name: `Filtra: ${column}` }));
};

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('il filtro di una colonna', () => {
  it('conta i valori senza la propria condizione, con quelle delle altre; una scelta si aggiunge e si toglie', async () => {
    const calls = portal();
    open({ tipologia_costo: ['Gasolio'], importo: { da: 5 } });
    const filter = await panel('Tipologia');
    const empty = await filter.findByRole('checkbox', { name: '(vuoto)' });
    expect(last(calls, true)).toEqual({ per: 'tipologia_costo', filters: { importo: { da: 5 } }, page: null });
    await userEvent.click(empty);
    await waitFor(() => expect(last(calls).filters).toEqual({ tipologia_costo: ['Gasolio', null], importo: { da: 5 } }));
    await userEvent.click(filter.getByRole('checkbox', { name: 'Gasolio' }));
    await waitFor(() => expect(last(calls).filters).toEqual({ tipologia_costo: [null], importo: { da: 5 } }));
    await userEvent.click(filter.getByRole('button', { name: 'Togli' }));
    await waitFor(() => expect(last(calls).filters).toEqual({ importo: { da: 5 } }));
  });

  it('numeri e date hanno due estremi; svuotati non chiedono nulla', async () => {
    const calls = portal();
    open({});
    const filter = await panel('Importo');
    await userEvent.type(await filter.findByRole('textbox', { name: 'Da' }), '10,5');
    await waitFor(() => expect(last(calls).filters).toEqual({ importo: { da: 10.5 } }));
    await userEvent.type(filter.getByRole('textbox', { name: 'A' }), '20');
    await waitFor(() => expect(last(calls).filters).toEqual({ importo: { da: 10.5, a: 20 } }));
    await userEvent.clear(filter.getByRole('textbox', { name: 'Da' }));
    await waitFor(() => expect(last(calls).filters).toEqual({ importo: { a: 20 } }));
    await userEvent.click(filter.getByRole('checkbox', { name: 'Vuoto' }));
    await waitFor(() => expect(last(calls).filters).toEqual({ importo: { vuoto: true } }));
  });

  it('una condizione nuova torna alla prima pagina', async () => {
    const calls = portal();
    open({}, '&pagina=3&righe=10');
    await screen.findByText('Gasolio');
    const filter = await panel('Data');
    await userEvent.click(await filter.findByRole('button', { name: 'Quest’anno' }));
    await waitFor(() => expect(last(calls).page).toBe('1'));
    expect(last(calls).filters).toMatchObject({ data: { a: expect.stringMatching(/-12-31$/) } });
  });
});

describe('un elenco raggruppato', () => {
  it('chiede di un gruppo le sue righe, con le condizioni dell’elenco', async () => {
    const calls = portal();
    open({ importo: { da: 5 } }, '&raggruppa=tipologia_costo');
    await userEvent.click(await screen.findByRole('button', { name: /Gasolio/ }));
    await waitFor(() => expect(last(calls).filters).toEqual({ importo: { da: 5 }, tipologia_costo: ['Gasolio'] }));
    await userEvent.click(screen.getByRole('button', { name: /\(vuoto\)/ }));
    await waitFor(() => expect(last(calls).filters).toEqual({ importo: { da: 5 }, tipologia_costo: { vuoto: true } }));
    screen.getByText(/Totale €/);
  });
});
