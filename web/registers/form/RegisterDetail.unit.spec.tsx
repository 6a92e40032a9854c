// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PermissionLevels } from '#contracts/core/permissions.ts';
import { accise } from '#contracts/registers/accise.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import { Route } from 'wouter';
import { RegisterDetail } from './RegisterDetail.tsx';

const ACCISA = { id: 3, data: '2026-11-21', matricola: 'A1', ore: 5, utente: 'anna', versione: 4 };
const EVENTS = [
  {
    tabella: 'accise',
    id: '3',
    versione: 2,
    evento: 'e2',
    tipo: 'eliminato',
    frase: 'ha eliminato',
    quando: '2026-11-20T10:00:00Z',
    utente: 'bruno',
    nome: 'Bruno',
    motivo: null,
    campi: [],
  },
  {
    tabella: 'accise',
    id: '3',
    versione: 1,
    evento: 'e1',
    tipo: 'creato',
    frase: 'ha registrato',
    quando: '2026-11-19T10:00:00Z',
    utente: 'bruno',
    nome: 'Bruno',
    motivo: null,
    campi: [],
  },
];
function portal(one: () => Answer) {
  return fakePortal(({ method, path, query }) => {
    if (method !== 'GET') return { body: { message: { affectedRows: 1 } } };
    if (path === '/api/storico') return { body: { data: EVENTS } };
    return path === '/api/accise' && query.has('chiave') ? one() : { body: { data: [], totale: 0 } };
  });
}
const open = (search = '') =>
  renderAt(
    `/home/accise/3${search}`,
    <Route path="/home/accise/:id">
      <RegisterDetail def={accise} />
    </Route>,
  );
const history = () => screen.queryByRole('button', { name: 'Chiudi STORICO' });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('una scheda che non si può mostrare', () => {
  it('non vista dal gruppo lo dice', async () => {
    portal(() => ({ status: 403, body: { message: 'no' } }));
    open();
    await screen.findByText('Area non permessa');
    expect(screen.queryByRole('button', { name: /riprova/i })).toBeNull();
  });

  it('non letta lo dice, e si riprova', async () => {
    let answer: Answer = { status: 500, body: {} };
    portal(() => answer);
    const { user } = open();
    const again = await screen.findByRole('button', { name: /riprova/i });
    screen.getByText(/Il portale ha un problema/);
    answer = { body: { data: [ACCISA] } };
    await user.click(again);
    await screen.findByLabelText('Minuti');
  });

  it('e chiusa riporta all’elenco com’era', async () => {
    sessionStorage.setItem('strato.elenco./home/accise', '?cerca=A1');
    portal(() => ({ status: 500, body: {} }));
    const { user } = open();
    await screen.findByRole('button', { name: /riprova/i });
    await user.click(screen.getByRole('button', { name: /^Chiudi/ }));
    expect(location.pathname + location.search).toBe('/home/accise?cerca=A1');
  });
});

describe('un record che non c’è', () => {
  const none = (): Answer => ({ body: { data: [] } });

  it('lo dice con la sua chiave, e riporta all’elenco', async () => {
    sessionStorage.setItem('strato.elenco./home/accise', '?cerca=A1');
    portal(none);
    const { user } = open();
    await screen.findByText('Record non trovato');
    screen.getByText(/«3»/);
    await user.click(screen.getByRole('button', { name: "Torna all'elenco" }));
    expect(location.pathname + location.search).toBe('/home/accise?cerca=A1');
  });

  it('il suo storico si apre e si chiude; un indirizzo che lo chiede lo trova aperto', async () => {
    portal(none);
    const { user, unmount } = open();
    await screen.findByText('Record non trovato');
    expect(history()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'STORICO' }));
    await screen.findByText(/ha registrato/);
    await user.click(screen.getByRole('button', { name: 'STORICO' }));
    expect(screen.queryByText(/ha registrato/)).toBeNull();
    unmount();
    open('?storico=1');
    await screen.findByText(/ha registrato/);
    await user.click(screen.getByRole('button', { name: 'Chiudi STORICO' }));
    expect(screen.queryByText(/ha registrato/)).toBeNull();
  });

  it('chi amministra lo riporta dallo storico', async () => {
    const calls = portal(none);
    const { user } = open('?storico=1');
    await user.click(await screen.findByRole('button', { name: /^Ripristina/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'RIPRISTINA' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([{ path: '/api/storico/ripristina', body: { tabella: 'accise', id: '3', versione: 1 } }]),
    );
  });

  it.each([
    [{ allowEdit: 3, allowDelete: 3 }, true],
    [{ allowEdit: 1, allowDelete: 3 }, false],
    [{ allowEdit: 3, allowDelete: 1 }, false],
    [{ allowEdit: 1, allowDelete: 1 }, false],
  ] as [Partial<PermissionLevels>, boolean][])('con i livelli %o riportarlo è permesso: %s', async (levels, may) => {
    signIn(levels);
    portal(none);
    open('?storico=1');
    await screen.findByText(/ha registrato/);
    expect(screen.queryByRole('button', { name: /^Ripristina/ }) !== null).toBe(may);
  });
});

describe('la chiave che scrive la persona', () => {
  const site = (search: string) => renderAt(`/home/cantieri/dettaglio-cantiere${search}`, <RegisterDetail def={cantieri} />);
  const key = () => screen.findByLabelText<HTMLInputElement>(/^Commessa\s*\*?$/);

  it('si scrive una volta sola: nuova è obbligatoria e si scrive, poi si legge soltanto', async () => {
    fakePortal(() => ({ body: { data: [{ commessa: '0412', committente: 'Anas', utente: 'anna', versione: 4 }], totale: 1 } }));
    const { unmount } = site('');
    expect([(await key()).readOnly, document.querySelector('[data-campo="commessa"] .field-req') === null]).toEqual([false, false]);
    unmount();
    site('?id=0412');
    await waitFor(async () => expect((await key()).value).toBe('0412'));
    expect([(await key()).readOnly, document.querySelector('[data-campo="commessa"] .field-req') === null]).toEqual([true, true]);
    expect((await screen.findByLabelText<HTMLInputElement>(/^Committente/)).readOnly).toBe(false);
  });
});

describe('i tasti di una scheda aperta', () => {
  const keys = ['SALVA', 'ELIMINA'];
  it.each([
    ['il proprio', 'anna', { allowEdit: 1, allowDelete: 1 }, keys],
    ['di un altro', 'bruno', { allowEdit: 1, allowDelete: 1 }, []],
    ['di un altro', 'bruno', { allowEdit: 3, allowDelete: 1 }, ['SALVA']],
    ['di un altro', 'bruno', { allowEdit: 1, allowDelete: 3 }, ['ELIMINA']],
    ['il proprio', 'anna', { allowEdit: 0, allowDelete: 0 }, []],
  ] as [string, string, Partial<PermissionLevels>, string[]][])('%s (%s), livelli %o: %s', async (_, utente, levels, expected) => {
    signIn(levels);
    portal(() => ({ body: { data: [{ ...ACCISA, utente }] } }));
    open();
    const minutes = await screen.findByLabelText<HTMLInputElement>('Minuti');
    expect(keys.filter((name) => screen.queryByRole('button', { name }))).toEqual(expected);
    expect(minutes.disabled).toBe(!expected.includes('SALVA'));
  });
});
