// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryItem } from '#contracts/core/history.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Call } from '#web/portal.testing.tsx';
import Storico from './Storico.tsx';

const GRUPPO = '0b4f5a2e-0000-4000-8000-000000000001';
const BIG = '0b4f5a2e-0000-4000-8000-000000000002';

const entry = (id: string, over: Partial<HistoryItem> = {}): HistoryItem => ({
  tabella: 'macchinari',
  id,
  oggetto: `macchinario ${id}`,
  padre: null,
  versione: 1,
  evento: 'MacchinarioRegistrato.v1',
  tipo: 'creato',
  quando: '2026-03-02T08:30:00.000Z',
  utente: 'anna',
  nome: 'Anna Bruni',
  frase: 'ha creato il macchinario',
  campi: [{ campo: 'marca', etichetta: 'Marca', tipo: 'text', prima: null, dopo: 'Bauer' }],
  motivo: null,
  ...over,
});
const point = (id: string): HistoryItem =>
  entry(id, {
    tabella: 'punti_controllo',
    oggetto: `punto di controllo ${id}`,
    quando: '2026-03-01T07:05:00.000Z',
    utente: 'sistema',
    nome: null,
    frase: 'ha creato il punto di controllo',
  });
const folded = (first: HistoryItem, group: string, count: number): HistoryItem => {
  const { tabella, tipo, frase } = first;
  return {
    ...first,
    insieme: { gruppo: group, quante: count, unico: false, parti: [{ tabella, tipo, quante: count, frase, segue: false }] },
  };
};
const POINTS = ['3', '2', '1'].map(point);

let calls: Call[];
beforeEach(() => {
  signIn();
  calls = fakePortal(({ path, query }) => {
    if (path !== '/api/storico/registro') return undefined;
    if (query.get('gruppo') === GRUPPO) return { body: { data: POINTS, totale: 3 } };
    const data = [
      entry('A1'),
      entry('A2', { id: 'A2', tipo: 'modificato', frase: 'ha modificato 1 campo' }),
      folded(POINTS[2]!, GRUPPO, 3),
    ];
    return { body: { data: [...data, folded(point('9'), BIG, 112)], totale: 4, voci: 117 } };
  });
});
afterEach(leaveNothing);

const rows = () => screen.getAllByRole('row').slice(1);
const sentences = () => rows().map((row) => row.querySelectorAll('td')[1]?.textContent ?? row.textContent);
const show = async (address = '/home/storico') => {
  renderAt(address, <Storico />);
  await screen.findByText(/ha creato il macchinario A1/);
};

describe('Lo storico del portale', () => {
  it('annulla dalla sua riga una modifica di più record, dopo averlo chiesto', async () => {
    const changed = folded(entry('A1', { tipo: 'modificato', frase: 'ha modificato 1 campo' }), GRUPPO, 3);
    calls = fakePortal(({ method, path }) => {
      if (path === '/api/storico/registro')
        return {
          body: {
            data: [{ ...changed, insieme: { ...changed.insieme, modifica: { id: 'm1', registro: 'macchinari', fatti: 2 } } }],
            totale: 1,
            voci: 3,
          },
        };
      if (path === '/api/modifiche/m1/annulla') return { status: 202, body: { message: { jobId: 'm2' } } };
      if (method === 'GET') return { body: { message: { status: 'done', progresso: 100, messaggio: '3 record riportati', fatti: 3 } } };
      return undefined;
    });
    const { user } = renderAt('/home/storico', <Storico />);
    const ask = async (reply: string) => {
      await user.click(await screen.findByRole('button', { name: 'Annulla' }));
      const question = within(await screen.findByRole('alertdialog'));
      question.getByText('Riportare 2 macchinari com’erano prima?');
      await user.click(question.getByRole('button', { name: reply }));
    };
    await ask('CHIUDI');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(writes(calls)).toEqual([]);
    await ask('ANNULLA LA MODIFICA');
    await screen.findByText('3 record riportati');
    expect(writes(calls).map(({ path }) => path)).toEqual(['/api/modifiche/m1/annulla']);
  });

  it('ha una riga per richiesta, una frase per voce e l’intestazione di ogni giorno', async () => {
    await show();
    expect(sentences()).toEqual([
      'Lunedì 2026-03-02',
      'anna (Anna Bruni) ha creato il macchinario A1',
      'anna (Anna Bruni) ha modificato 1 campo: macchinario A2',
      'Domenica 2026-03-01',
      'sistema ha creato 3 punti di controllo',
      'sistema ha creato 112 punti di controllo',
    ]);
    expect(within(rows()[1]!).getByText('09:30')).toBeDefined();
    expect(Object.fromEntries(calls[0]!.query)).toEqual({ pagina: '1', righe: '20', piega: '1' });
  });

  it('una riga di più voci si apre su di loro e si chiude; se sono molte, porta a tutte', async () => {
    await show('/home/storico?utente=sistema');
    const fold = screen.getByRole('button', { name: 'sistema ha creato 3 punti di controllo' });
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(fold);
    await screen.findByText('sistema ha creato il punto di controllo 2');
    expect(fold.getAttribute('aria-expanded')).toBe('true');
    const asked = calls.find(({ query }) => query.get('gruppo') === GRUPPO)!;
    expect(Object.fromEntries(asked.query)).toEqual({ filtri: '{"utente":["sistema"]}', gruppo: GRUPPO, pagina: '1', righe: '100' });
    expect(sentences().slice(4, 9)).toEqual([
      'sistema ha creato 3 punti di controllo',
      'sistema ha creato il punto di controllo 3',
      'sistema ha creato il punto di controllo 2',
      'sistema ha creato il punto di controllo 1',
      'sistema ha creato 112 punti di controllo',
    ]);
    fireEvent.click(fold);
    await waitFor(() => expect(screen.queryByText('sistema ha creato il punto di controllo 2')).toBeNull());
    expect(screen.getByRole('link', { name: 'Tutte e 112' }).getAttribute('href')).toBe(
      `/home/storico?gruppo=${BIG}&filtri=${encodeURIComponent('{"utente":["sistema"]}')}`,
    );
  });

  it('una riga le cui voci non si leggono si richiude, e lo dice', async () => {
    const refused = { title: 'Non trovato', status: 404, detail: 'Gruppo sconosciuto', message: 'Gruppo sconosciuto' };
    let failing = true;
    fakePortal(({ path, query }) => {
      if (path !== '/api/storico/registro') return undefined;
      if (query.get('gruppo') !== null) return failing ? { status: 404, body: refused } : { body: { data: POINTS, totale: 3 } };
      return { body: { data: [entry('A1'), folded(POINTS[2]!, GRUPPO, 3)], totale: 2, voci: 4 } };
    });
    await show();
    const fold = screen.getByRole('button', { name: 'sistema ha creato 3 punti di controllo' });
    fireEvent.click(fold);
    await screen.findByText('Voci non caricate');
    expect(screen.getAllByText('Voci non caricate')).toHaveLength(1);
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    failing = false;
    fireEvent.click(fold);
    await screen.findByText('sistema ha creato il punto di controllo 2');
  });

  it('i filtri stanno nell’indirizzo, e tornano da lì; anche quelli di prima, che diventano condizioni di colonne', async () => {
    const origins = { origine: ['web', 'api', 'job'] };
    await show('/home/storico?sistema=senza&solo=modifiche');
    expect(calls[0]!.query.get('solo')).toBe('modifiche');
    expect(JSON.parse(calls[0]!.query.get('filtri')!)).toEqual(origins);
    screen.getByText('Origine: Schermate, Api, Operazioni');
    const only = screen.getByRole('button', { name: 'Solo modifiche' });
    expect(only.getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(only);
    const filtri = encodeURIComponent(JSON.stringify(origins)).replaceAll('%20', '+');
    await waitFor(() => expect(location.search).toBe(`?filtri=${filtri}`));
    fireEvent.click(screen.getByRole('button', { name: 'Solo modifiche' }));
    await waitFor(() => expect(location.search).toBe(`?solo=modifiche&filtri=${filtri}`));
    fireEvent.click(screen.getByRole('button', { name: 'TOGLI TUTTI' }));
    await waitFor(() => expect(location.search).toBe('?solo=modifiche'));
  });

  it('accanto ai valori di una colonna sta il numero di righe, con gli altri filtri; anche delle colonne nascoste', async () => {
    let asked: URLSearchParams | undefined;
    const rows = { data: [entry('A1')], totale: 1, voci: 1 };
    calls = fakePortal(({ path, query }) => {
      if (path === '/api/storico/registro') return { body: rows };
      if (path !== '/api/storico/registro/gruppi') return undefined;
      asked = query;
      return { body: { data: [{ valore: 'punti_controllo', quanti: 7 }], totale: 1 } };
    });
    const address = `/home/storico?solo=modifiche&cerca=bauer&filtri=${encodeURIComponent('{"utente":["anna"],"tabella":["macchinari"]}')}`;
    const { user } = renderAt(address, <Storico />);
    await user.click(await screen.findByRole('button', { name: 'Filtri' }));
    await user.click(await screen.findByRole('button', { name: 'Registro attivo' }));
    const found = await screen.findByText('Punti di controllo');
    expect(Object.fromEntries(asked!)).toEqual({
      solo: 'modifiche',
      piega: '1',
      cerca: 'bauer',
      filtri: '{"utente":["anna"]}',
      per: 'tabella',
    });
    await user.click(found);
    await waitFor(() =>
      expect(new URLSearchParams(location.search).get('filtri')).toBe('{"utente":["anna"],"tabella":["macchinari","punti_controllo"]}'),
    );
  });

  it('le voci di una riga hanno la loro pagina, da cui si torna a tutte', async () => {
    renderAt(`/home/storico?gruppo=${GRUPPO}`, <Storico />);
    await screen.findByText('sistema ha creato il punto di controllo 2');
    expect(calls[0]!.query.has('piega')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Voci di una riga' }));
    await screen.findByText('sistema ha creato 3 punti di controllo');
    expect(location.search).toBe('');
  });
});
