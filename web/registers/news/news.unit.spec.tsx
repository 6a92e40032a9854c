// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveChange } from '#contracts/core/live-changes.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { publishNews } from '#web/lib/live.ts';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { RegisterDetail } from '../form/RegisterDetail.tsx';
import { RegisterList } from '../list/RegisterList.tsx';

const stored = () => ['Bianchi', 'Neri'].map((descrizione, i) => ({ id: i + 1, descrizione, utente: 'anna', versione: 4 }));
let rows = stored();

const portal = () =>
  fakePortal(({ method, path, query }) => {
    if (path === '/api/presenza') return { body: { tabella: 'meccanici', id: 1, utenti: method === 'GET' ? ['anna', 'bruno'] : ['anna'] } };
    if (path !== '/api/meccanici') return { body: { data: [], totale: 0 } };
    const id = query.get('chiave');
    const found = id === null ? rows : rows.filter((row) => String(row.id) === id);
    return { body: { data: found, totale: found.length } };
  });
const hear = (change: Partial<LiveChange>) =>
  act(() => publishNews({ kind: 'change', change: { tabella: 'meccanici', id: 1, versione: 5, utente: 'bruno', ...change } }));
const offer = () => screen.queryByRole('button', { name: /novità/ });
const rowOf = (name: string) => screen.getByText(name).closest('tr')!;

beforeEach(() => {
  rows = stored();
  signIn();
});
afterEach(() => {
  act(() => publishNews({ kind: 'cut' }));
  leaveNothing();
});

describe('le novità di un elenco', () => {
  const open = async () => {
    portal();
    const all = renderAt('/home/meccanici', <RegisterList def={meccanici} />);
    await screen.findByText('Bianchi');
    return all;
  };

  it('segnano le righe cambiate da altri e si offrono, senza muovere niente; rilette, finiscono', async () => {
    const { user } = await open();
    rows[0] = { ...rows[0]!, descrizione: 'Verdi', versione: 6 };
    hear({ versione: 5 });
    hear({ versione: 6 });
    hear({ id: 3, versione: 1 });
    expect(offer()?.textContent).toBe('2 novità');
    expect(rowOf('Bianchi').className).toContain('is-changed');
    expect(rowOf('Neri').className).not.toContain('is-changed');
    await user.click(offer()!);
    await screen.findByText('Verdi');
    await waitFor(() => expect(offer()).toBeNull());
    expect(rowOf('Verdi').className).not.toContain('is-changed');
  });

  it('non sono ciò che l’elenco mostra già, né un altro registro, né un record cambiato che sta su un’altra pagina', async () => {
    await open();
    hear({ versione: 4 });
    hear({ tabella: 'lavorazioni' });
    hear({ id: 77, versione: 9 });
    expect(offer()).toBeNull();
    hear({ id: 2, versione: null });
    expect(offer()?.textContent).toBe('1 novità');
  });

  it('se qualcosa si è perso lo dicono senza numero', async () => {
    await open();
    act(() => publishNews({ kind: 'restart' }));
    expect(offer()?.textContent).toBe('Ci sono novità');
  });
});

describe('le novità di un record aperto', () => {
  const open = async () => {
    const calls = portal();
    const all = renderAt('/home/meccanici/dettaglio-meccanici?id=1', <RegisterDetail def={meccanici} />);
    await screen.findByDisplayValue('Bianchi');
    return { ...all, calls };
  };
  const note = () => screen.queryByText(/^bruno ha/);

  it('dicono chi ha salvato, e VEDI lo mostra', async () => {
    const { user } = await open();
    hear({ versione: 4 });
    hear({ id: 2 });
    expect(note()).toBeNull();
    rows[0] = { ...rows[0]!, descrizione: 'Verdi', versione: 5 };
    hear({});
    expect(note()?.textContent).toBe('bruno ha salvato ora');
    await user.click(screen.getByRole('button', { name: 'VEDI' }));
    await screen.findByDisplayValue('Verdi');
    await waitFor(() => expect(note()).toBeNull());
  });

  it('dicono che un altro lo ha eliminato', async () => {
    await open();
    hear({ versione: null });
    expect(note()?.textContent).toBe('bruno ha eliminato ora');
  });

  it('dicono chi altro ha modifiche non salvate, finché ci sono; delle proprie si avvisa il portale', async () => {
    const { user, calls } = await open();
    expect(screen.queryByText(/^aperto da/)).toBeNull();
    act(() => publishNews({ kind: 'open' }));
    await screen.findByText('aperto da bruno');
    const beats = () => calls.filter(({ method, path }) => method === 'POST' && path === '/api/presenza');
    expect(beats()).toEqual([]);
    await user.type(screen.getByLabelText(/^Descrizione/), '!');
    await waitFor(() => expect(beats()).toMatchObject([{ body: { tabella: 'meccanici', id: '1' } }]));
    act(() => publishNews({ kind: 'presence', presence: { tabella: 'meccanici', id: 1, utenti: ['anna'] } }));
    expect(screen.queryByText(/^aperto da/)).toBeNull();
    act(() => publishNews({ kind: 'cut' }));
    expect(within(document.body).queryByText(/^aperto da/)).toBeNull();
  });
});
