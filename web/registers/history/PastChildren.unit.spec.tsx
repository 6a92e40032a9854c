// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { PastChildren } from './PastChildren.tsx';

const AL = '2026-10-01T08:30:00.000Z';
const CHILDREN: Record<string, Record<string, unknown>[]> = {
  '/api/cantieri_wbs': [
    { id: 1, commessa: '0412', descrizione: 'PILA 3' },
    { id: 2, commessa: '0412', descrizione: 'SPALLA A' },
  ],
  '/api/storicoNoleggi': [
    { id: 1, id_noleggi: 7, cantiere: '0412', contratto: 'NOLEGGI/7/7_CONTRATTO_1.pdf' },
    { id: 2, id_noleggi: 7, cantiere: '0413', contratto: null },
  ],
  '/api/datiMacchina': [{ matricola: 'A1', motore_marca: 'Deutz' }],
};
const portal = () =>
  fakePortal(({ path }) => {
    const rows = (CHILDREN[path] ?? []).map((row) => ({ utente: 'anna', versione: 1, ...row }));
    return { body: { data: rows, totale: rows.length } };
  });
const open = (def: AnyRegister, id: string) => renderAt('/home', <PastChildren def={def} id={id} al={AL} />);

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('I figli di un record com’era', () => {
  it('si chiedono per il loro padre, allo stesso istante, e si contano; dove non ce n’è non si mostra niente', async () => {
    const calls = portal();
    open(cantieri, '0412');
    const wbs = await screen.findByRole('region', { name: /^Wbs\s*2$/ });
    expect(await within(wbs).findByText('PILA 3')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('region', { name: /^Lavorazioni/ })).toBeNull());
    for (const path of ['/api/cantieri_wbs', '/api/cantieri_lavorazioni'])
      expect(
        calls.filter((call) => call.path === path).map(({ query }) => [query.get('al'), JSON.parse(query.get('filtri') ?? '{}')]),
      ).toEqual([[AL, { commessa: '0412' }]]);
  });

  it('di un documento dicono solo se c’era', async () => {
    portal();
    open(noleggi, '7');
    const periods = await screen.findByRole('region', { name: /^Storico Noleggi\s*2$/ });
    expect(await within(periods).findAllByText('Presente')).toHaveLength(1);
    expect(within(periods).queryByText(/CONTRATTO_1/)).toBeNull();
    expect(within(periods).queryByRole('link')).toBeNull();
  });

  it('uno solo con la chiave del padre si mostra con i suoi campi', async () => {
    portal();
    open(macchinari, 'A1');
    const data = await screen.findByRole('region', { name: /^DATI\s*1$/ });
    expect(within(data).getByText('Deutz').closest('dl')).not.toBeNull();
  });

  it('chi non può vederli non li chiede', async () => {
    signIn({ allowView: 3 }, { cantieri: { allowView: 0 } });
    const calls = portal();
    open(cantieri, '0412');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls).toEqual([]);
  });
});
