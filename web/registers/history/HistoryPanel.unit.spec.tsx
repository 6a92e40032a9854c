// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Call } from '#web/portal.testing.tsx';
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

/** Fakes a record with that many events; `fails`: page without a response. */
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
    // only the newest entry shows the present state
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

describe('lo STORICO di un cantiere', () => {
  const ITEM = {
    ...entry(3),
    tabella: 'cantieri_lavorazioni',
    id: '65',
    padre: '0421',
    oggetto: 'JET GROUTING, SPALLA A, cantiere 0421',
    campi: [{ campo: 'prezzo', etichetta: 'Prezzo', tipo: 'money', prima: 10, dopo: 12 }],
  };
  const row = {
    id: 65,
    commessa: '0421',
    lavorazione: 'JET GROUTING',
    descrizione_wbs: 'SPALLA A',
    prezzo: 10,
    utente: 'anna',
    versione: 2,
  };
  const scene = () =>
    fakePortal(({ path, query, method }) => {
      if (method === 'POST') return { body: { message: { affectedRows: 1 } } };
      if (path === '/api/storico/stato') return { body: { data: [row] } };
      if (path === '/api/cantieri_lavorazioni') return { body: { data: [{ ...row, prezzo: 12, versione: 3 }] } };
      const all = [
        { ...entry(5), tabella: 'cantieri', id: '0421', oggetto: 'cantiere 0421', padre: null, tipo: 'altro', frase: 'ha inviato la mail' },
        { ...ITEM, versione: 4, frase: 'ha eliminato la lavorazione del cantiere', tipo: 'eliminato', campi: [] },
        ITEM,
        { ...ITEM, versione: 2, tipo: 'creato', frase: 'ha creato la lavorazione del cantiere' },
        { ...entry(1), tabella: 'cantieri', id: '0421', oggetto: 'cantiere 0421', padre: null },
      ];
      return { body: { data: query.get('pagina') === '1' ? all : [], totale: all.length } };
    });

  it('dice di quale lavorazione parla, la mostra com’era e la riporta; ciò che si racconta e basta no', async () => {
    const calls = scene();
    const { user } = renderAt(
      '/home/cantieri',
      <HistoryPanel def={cantieri} id="0421" onClose={() => {}} onView={() => {}} onRestore={() => {}} />,
    );
    expect(await screen.findAllByText('JET GROUTING, SPALLA A, cantiere 0421')).toHaveLength(3);
    const [mail, deleted, changed, , born] = screen.getAllByRole('listitem');
    expect(within(mail!).queryAllByRole('button')).toEqual([]);
    // the site is as its birth left it: the mail changed nothing
    expect(within(born!).queryByRole('button', { name: /^Ripristina/ })).toBeNull();
    within(deleted!).getByRole('button', { name: /^Ripristina/ });
    await user.click(within(changed!).getByRole('button', { name: /^Vedi com'era/ }));
    const dialog = await screen.findByRole('dialog', { name: 'JET GROUTING, SPALLA A, cantiere 0421' });
    await within(dialog).findByText('€ 10,00');
    await user.click(within(dialog).getByRole('button', { name: 'RIPRISTINA' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'RIPRISTINA' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { path: '/api/storico/ripristina', body: { tabella: 'cantieri_lavorazioni', id: '65', versione: 3 } },
      ]),
    );
  });
});
