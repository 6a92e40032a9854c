// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, type Call } from '#web/portal.testing.tsx';
import { HistoryPanel } from './HistoryPanel.tsx';

const entry = (versione: number) => ({
  tabella: 'meccanici',
  id: '3',
  versione,
  evento: 'e',
  tipo: versione === 1 ? 'creato' : 'modificato',
  frase: `frase ${versione}`,
  quando: '2026-11-20T10:00:00Z',
  utente: 'bruno',
  nome: null,
  motivo: null,
  campi: [],
});

/** A record with so many events; `fails`: a page that is not answered. */
function portal(count: () => number, fails: (page: number) => boolean = () => false): Call[] {
  return fakePortal(({ query }) => {
    const [page, rows] = [Number(query.get('pagina')), Number(query.get('righe'))];
    if (fails(page)) return { status: 500, body: { message: 'no' } };
    const all = Array.from({ length: count() }, (_, i) => entry(count() - i)).filter(
      ({ tipo }) => query.get('tipi')?.split(',').includes(tipo) ?? true,
    );
    return { body: { data: all.slice((page - 1) * rows, page * rows), totale: all.length } };
  });
}
const open = () => renderAt('/home/meccanici', <HistoryPanel def={meccanici} id="3" onClose={() => {}} onRestore={() => {}} />);
const shown = () => screen.getAllByText(/^frase \d+$/).map((said) => Number(said.textContent.slice(6)));
const more = () => screen.findByRole('button', { name: /Mostra altri eventi/ });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('lo STORICO di un record con molti eventi', () => {
  it('dice quanti sono, ne mostra una pagina e poi gli altri, ciascuno una volta anche se intanto se ne aggiungono', async () => {
    let count = 120;
    portal(() => count);
    const { user } = open();
    expect((await more()).textContent).toContain('50 di 120');
    expect([shown().length, shown()[0], shown().at(-1)]).toEqual([50, 120, 71]);
    count = 121;
    await user.click(await more());
    await waitFor(() => expect(shown()).toHaveLength(99));
    await user.click(await more());
    await waitFor(() => expect(shown()).toEqual(Array.from({ length: 120 }, (_, i) => 120 - i)));
    expect(screen.queryByRole('button', { name: /Mostra altri eventi/ })).toBeNull();
    // only the newest is the record of now
    expect(screen.getAllByRole('button', { name: /^Ripristina/ })).toHaveLength(119);
  });

  it('cerca i tipi scelti fra tutti gli eventi, non fra quelli già mostrati', async () => {
    const calls = portal(() => 120);
    const { user } = open();
    await more();
    await user.click(screen.getByRole('button', { name: /Tutti gli eventi/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Aperture' }));
    await screen.findByText('Nessun evento di questo tipo');
    expect(calls.at(-1)?.query.get('tipi')).toBe('aperto');
  });

  it('una pagina non arrivata lascia quelle di prima, e si richiede', async () => {
    let away = true;
    portal(
      () => 60,
      (page) => page === 2 && away,
    );
    const { user } = open();
    await user.click(await more());
    await screen.findByText('Altri eventi non caricati', undefined, { timeout: 10_000 });
    expect(shown()).toHaveLength(50);
    away = false;
    await user.click(screen.getByRole('button', { name: /riprova/i }));
    await waitFor(() => expect(shown()).toHaveLength(60));
  });
});
