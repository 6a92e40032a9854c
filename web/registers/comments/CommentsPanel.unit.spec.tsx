// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordComment } from '#contracts/core/comments.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { network } from '#web/lib/api-client.ts';
import { publishNews } from '#web/lib/live.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Call } from '#web/portal.testing.tsx';
import { RegisterDetail } from '../form/RegisterDetail.tsx';

const comment = (id: number, more: Partial<RecordComment> = {}): RecordComment => ({
  id,
  tabella: 'meccanici',
  record: '1',
  testo: `testo ${id}`,
  ricordami: null,
  utente: 'bruno',
  nome: 'Bruno Neri',
  versione: 1,
  creato: '2026-11-20T10:00:00Z',
  modificato: '2026-11-20T10:00:00Z',
  ...more,
});

let comments: RecordComment[] = [];
let answer: { status?: number; body: unknown } = { body: { message: {} } };

const portal = (): Call[] =>
  fakePortal(({ method, path, query }) => {
    if (path === '/api/meccanici') return { body: { data: [{ id: 1, descrizione: 'Bianchi', utente: 'anna', versione: 4 }] } };
    if (path === '/api/presenza') return { body: { tabella: 'meccanici', id: 1, utenti: [] } };
    if (path === '/api/commenti/persone')
      return {
        body: {
          data: [
            { memberID: 'bruno', nome: 'Bruno Neri' },
            { memberID: 'Mario Verdi', nome: null },
          ],
        },
      };
    if (path === '/api/commenti' && method === 'GET') {
      const [page, rows] = [Number(query.get('pagina')), Number(query.get('righe'))];
      return { body: { data: comments.slice((page - 1) * rows, page * rows), totale: comments.length } };
    }
    if (method !== 'GET') return answer;
    return { body: { data: [], totale: 0 } };
  });
const open = async (search = '&commenti=1') => {
  const calls = portal();
  const all = renderAt(`/home/meccanici/dettaglio-meccanici?id=1${search}`, <RegisterDetail def={meccanici} />);
  await screen.findByDisplayValue('Bianchi');
  return { ...all, calls };
};
const panel = () => screen.findByRole('complementary', { name: 'COMMENTI' });
const area = () => screen.findByLabelText('Nuovo commento');
const send = (calls: readonly Call[]) => writes(calls).map(({ method, path, body, version }) => ({ method, path, body, version }));

beforeEach(() => {
  comments = [];
  answer = { body: { message: {} } };
  signIn();
});
afterEach(() => {
  act(() => publishNews({ kind: 'cut' }));
  leaveNothing();
});

describe('i COMMENTI di un record', () => {
  it('si aprono dal pulsante, che dice quanti sono, e si leggono dal più vecchio', async () => {
    comments = [comment(1, { testo: 'per @anna, guarda' }), comment(2, { utente: 'anna', nome: null, ricordami: '2099-01-02' })];
    const { user } = await open('');
    const button = await screen.findByRole('button', { name: 'COMMENTI 2' });
    expect(screen.queryByRole('complementary')).toBeNull();
    await user.click(button);
    const rows = within(await panel()).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent.includes('anna, guarda'))).toEqual([true, false]);
    expect(within(rows[0]!).getByText('@anna').className).toContain('text-accent-ink');
    expect(within(rows[0]!).queryByRole('button')).toBeNull();
    expect(rows[1]!.textContent).toContain('Ricordamelo il 2099-01-02');
    await user.click(screen.getByRole('button', { name: 'STORICO' }));
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'COMMENTI' })).toBeNull());
  });

  it('un altro ne scrive: si rileggono', async () => {
    await open();
    await panel();
    await screen.findByText('Nessun commento');
    comments = [comment(9)];
    const change = { tabella: 'commenti', id: 9, versione: 1, utente: 'bruno', padre: { tabella: 'meccanici', id: 1 } };
    act(() => publishNews({ kind: 'change', change: { ...change, padre: { tabella: 'meccanici', id: 2 } } }));
    act(() => publishNews({ kind: 'change', change }));
    await screen.findByText('testo 9');
  });

  it('se ne aggiunge uno scegliendo chi nominare con la tastiera; dice chi non ne ha avviso', async () => {
    const { user, calls } = await open();
    answer = { status: 201, body: { message: { insertId: 3, versione: 1, senza_avviso: ['x'] } } };
    const button = () => screen.getByRole('button', { name: 'AGGIUNGI il commento' }) as HTMLButtonElement;
    await user.type(await area(), 'per @');
    const list = await screen.findByRole('listbox', { name: 'Persone' });
    expect(
      within(list)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['brunoBruno Neri', 'Mario Verdi']);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    await user.keyboard('e @x: guardate');
    await waitFor(async () => expect(((await area()) as HTMLTextAreaElement).value).toBe('per @[Mario Verdi] e @x: guardate'));
    await user.click(button());
    await waitFor(() =>
      expect(send(calls)).toEqual([
        {
          method: 'POST',
          path: '/api/commenti',
          body: { commento: { tabella: 'meccanici', record: '1', testo: 'per @[Mario Verdi] e @x: guardate', ricordami: null } },
          version: null,
        },
      ]),
    );
    await screen.findByText(/^Senza avviso: x\. Non è un utente/);
    await waitFor(async () => expect(((await area()) as HTMLTextAreaElement).value).toBe(''));
    expect(button().disabled || button().getAttribute('aria-disabled') === 'true').toBe(true);
  });

  it('chi nomina qualcuno nel mezzo e scrive subito trova il cursore dopo il nome', async () => {
    const { user } = await open();
    // a busy browser draws no frame meanwhile
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const text = (await area()) as HTMLTextAreaElement;
    await user.type(text, 'per @bru: guarda');
    text.setSelectionRange(8, 8);
    fireEvent.select(text);
    await screen.findByRole('option', { name: /^bruno/ });
    fireEvent.keyDown(text, { key: 'Enter' });
    expect([text.value, text.selectionStart, text.selectionEnd]).toEqual(['per @bruno : guarda', 11, 11]);
    expect(document.activeElement).toBe(text);
    // what is not sent would stay for the next test
    await user.clear(text);
  });

  it('il proprio si modifica sulla versione letta; un rifiuto lascia ciò che si è scritto', async () => {
    comments = [comment(4, { utente: 'anna', versione: 3 })];
    const { user, calls } = await open();
    await user.click(await screen.findByRole('button', { name: 'Modifica il commento' }));
    const edit = await screen.findByLabelText('Commento');
    expect(document.activeElement).toBe(edit);
    await user.type(edit, '!');
    answer = { status: 409, body: { message: 'Il record è stato modificato da un’altra persona' } };
    await user.keyboard('{Control>}{Enter}{/Control}');
    await screen.findByText(/modificato da un’altra persona/);
    expect((edit as HTMLTextAreaElement).value).toBe('testo 4!');
    answer = { body: { message: { affectedRows: 1, versione: 4 } } };
    await user.click(screen.getByRole('button', { name: 'SALVA il commento' }));
    await waitFor(() => expect(screen.queryByLabelText('Commento')).toBeNull());
    expect(send(calls).at(-1)).toEqual({
      method: 'PUT',
      path: '/api/commenti',
      body: { commento: { id: 4, testo: 'testo 4!', ricordami: null } },
      version: '"3"',
    });
  });

  it('il proprio si elimina dopo una domanda, e ANNULLA lo riporta', async () => {
    comments = [comment(4, { utente: 'anna' })];
    const { user, calls } = await open();
    await user.click(await screen.findByRole('button', { name: 'Elimina il commento' }));
    // the record's form has an ELIMINA too
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await screen.findByText('Commento eliminato');
    await user.click(within(screen.getByRole('region', { name: 'Avvisi' })).getByRole('button', { name: 'ANNULLA' }));
    await waitFor(() =>
      expect(send(calls).map(({ method, path }) => `${method} ${path}`)).toEqual(['DELETE /api/commenti', 'POST /api/storico/riporta']),
    );
    expect(send(calls).map(({ body }) => body)).toEqual([{ id: 4 }, { tabella: 'commenti', ids: [4] }]);
  });

  it('ciò che non si è inviato resta per quando si riapre', async () => {
    const { user } = await open();
    await user.type(await area(), 'a metà');
    await user.click(screen.getByRole('button', { name: 'Chiudi COMMENTI' }));
    await user.click(screen.getByRole('button', { name: 'COMMENTI' }));
    expect(((await area()) as HTMLTextAreaElement).value).toBe('a metà');
    await user.clear(await area());
  });

  it('senza rete non si scrive, e si dice perché', async () => {
    comments = [comment(4, { utente: 'anna' })];
    await open();
    await panel();
    await screen.findByText('testo 4');
    act(() => network.lost());
    await screen.findByText('Senza rete: i commenti si scrivono quando la rete torna.');
    expect(((await area()) as HTMLTextAreaElement).disabled).toBe(true);
    act(() => network.reached());
    await waitFor(async () => expect(((await area()) as HTMLTextAreaElement).disabled).toBe(false));
  });
});
