// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchHit } from '#contracts/modules/cerca/search-hit.ts';
import { network } from '#web/lib/api-client.ts';
import { addRecent, recentRecords } from '#web/lib/recent-records.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { fakePortal, leaveNothing, renderAt, signIn, type Answer } from '#web/portal.testing.tsx';
import { draftOwner } from '#web/registers/form/draft-owner.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { NavigationContext, type Navigation } from './navigation.ts';
import { useFinder } from './use-finder.tsx';

const found = (id: string, titolo = `Macchinario ${id}`): SearchHit => ({
  tabella: 'macchinari',
  etichetta: 'macchinari',
  id,
  titolo,
  sotto: 'Soilmec',
  indirizzo: `/home/macchinari/${id}`,
});
const NAVIGATION: Navigation = {
  menus: [{ label: 'Attrezzature', gruppi: [{ label: '', entries: [{ label: 'Noleggi', href: '/home/noleggi', area: 'noleggi_int' }] }] }],
  profile: [],
};

function Screen({ run }: { run?: () => void }) {
  const { find, shown } = useFinder();
  useShortcuts([{ keys: ['n'], label: 'AGGIUNGI', run: run ?? (() => {}) }]);
  return (
    <>
      <button type="button" onClick={find}>
        Trova
      </button>
      <input aria-label="campo" />
      {shown}
    </>
  );
}
const show = (run?: () => void) =>
  renderAt(
    '/home/macchinari',
    <NavigationContext.Provider value={NAVIGATION}>
      <Screen {...(run ? { run } : {})} />
    </NavigationContext.Provider>,
  );
const open = async () => {
  fireEvent.keyDown(document, { key: 'k', ctrlKey: true });
  return await screen.findByRole<HTMLInputElement>('combobox', { name: 'Trova' });
};
const lines = () => screen.queryAllByRole('option').map((option) => option.textContent);
const searching = (answer: (words: string) => Answer | Promise<Answer>) =>
  fakePortal(({ path, query }) => (path === '/api/cerca' ? answer(query.get('q') ?? '') : undefined));

beforeEach(() => signIn());
afterEach(() => {
  network.reached();
  leaveNothing();
});

describe('Ctrl+K', () => {
  it('opens over a form too; typed words find records, and Enter opens the first', async () => {
    const calls = searching(() => ({ body: { data: [found('A0420'), found('B420')] } }));
    const { user } = show();
    screen.getByLabelText('campo').focus();
    const field = await open();
    await user.type(field, '420');
    await screen.findByText('Macchinario A0420');
    expect(lines()).toEqual(['Macchinario A0420SoilmecMacchinari', 'Macchinario B420SoilmecMacchinari']);
    expect(calls.map(({ query }) => query.get('q'))).toEqual(['420']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/home/macchinari/A0420'));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('opens the first record also when Enter comes before the answer', async () => {
    const answered = Promise.withResolvers<Answer>();
    searching(() => answered.promise);
    const { user } = show();
    await user.type(await open(), '420{Enter}');
    expect(location.pathname).toBe('/home/macchinari');
    answered.resolve({ body: { data: [found('A0420')] } });
    await waitFor(() => expect(location.pathname).toBe('/home/macchinari/A0420'));
  });

  it('drops the answer for earlier words', async () => {
    const first = Promise.withResolvers<Answer>();
    searching((words) => (words === 'ab' ? first.promise : { body: { data: [found('ABC')] } }));
    const { user } = show();
    const field = await open();
    await user.type(field, 'ab');
    await new Promise((done) => setTimeout(done, 200));
    await user.type(field, 'c');
    await screen.findByText('Macchinario ABC');
    first.resolve({ body: { data: [found('AB')] } });
    await new Promise((done) => setTimeout(done, 50));
    expect(lines()).toEqual(['Macchinario ABCSoilmecMacchinari']);
  });

  it('says when nothing is found, and what went wrong', async () => {
    let down = true;
    searching(() => (down ? { status: 500, body: { message: 'Errore del server' } } : { body: { data: [] } }));
    const { user } = show();
    await user.type(await open(), 'zzz');
    await screen.findByText(/La ricerca non è riuscita/);
    down = false;
    await user.click(screen.getByRole('button', { name: 'Riprova' }));
    await screen.findByText('Nessun risultato per «zzz»');
  });

  it('closes on Escape and on Ctrl+K, and gives the focus back', async () => {
    searching(() => ({ body: { data: [] } }));
    const { user } = show();
    const field = screen.getByLabelText('campo');
    field.focus();
    await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await open();
    fireEvent.keyDown(document, { key: 'k', ctrlKey: true });
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  });
});

describe('without words', () => {
  it('shows records opened lately, actions with their key, and the screens that the person sees', async () => {
    searching(() => ({ body: { data: [found('A1')] } }));
    addRecent(draftOwner()!, { ...found('A1'), sotto: '' });
    addRecent(draftOwner()!, found('GONE'));
    const run = vi.fn();
    const { user } = show(run);
    await open();
    await waitFor(() =>
      expect(lines()).toEqual(['Macchinario A1SoilmecMacchinari', 'AGGIUNGIN', 'Tasti di questo schermo?', 'Home', 'NoleggiAttrezzature']),
    );
    // the portal no longer shows the other one, so the device forgets it
    expect(recentRecords(draftOwner()!).map(({ id }) => id)).toEqual(['A1']);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(run).toHaveBeenCalledOnce());
  });

  it('without network shows what the device knows and says so', async () => {
    addRecent(draftOwner()!, found('A1'));
    searching(() => ({ body: { data: [] } }));
    const { user } = show();
    act(() => network.lost());
    const field = await open();
    await screen.findByText(/Senza rete non si cerca/);
    expect(lines()[0]).toBe('Macchinario A1SoilmecMacchinari');
    await user.type(field, 'nol');
    expect(lines()).toEqual(['NoleggiAttrezzature']);
  });
});

it('an opened record is remembered on the device, encrypted and for its person alone', async () => {
  fakePortal(() => ({ body: { data: [{ id: 3, descrizione: 'Rossi', utente: 'anna', versione: 1 }] } }));
  renderAt('/home/meccanici/dettaglio-meccanici?id=3', <RegisterDetail def={meccanici} />);
  await waitFor(() => expect(recentRecords(draftOwner()!)).toHaveLength(1));
  expect(recentRecords(draftOwner()!)[0]).toMatchObject({ tabella: 'meccanici', id: '3', titolo: 'Meccanico Rossi' });
  expect(localStorage.getItem('strato.recenti.anna')).not.toContain('Rossi');
  expect(recentRecords({ ...draftOwner()!, user: 'bruno' })).toEqual([]);
});

describe('the list of keys', () => {
  it('opens on "?" and tells the keys that the screen declares', async () => {
    show();
    fireEvent.keyDown(document, { key: '?', shiftKey: true });
    await screen.findByRole('dialog', { name: 'Tasti di questo schermo' });
    const told = screen.getAllByRole('term').map((term) => `${term.textContent} ${term.nextElementSibling?.textContent}`);
    expect(told).toEqual(['AGGIUNGI N', 'Trova CtrlK', 'Tasti di questo schermo ?']);
  });
});
