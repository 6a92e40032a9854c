// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import { registerKeys } from '../keys.ts';
import { useDelete, useDeleteMany } from './use-delete.ts';

let one: ReturnType<typeof useDelete>;
let many: ReturnType<typeof useDeleteMany>;
const show = (nowOne: typeof one, nowMany: typeof many) => {
  one = nowOne;
  many = nowMany;
};
function Probe() {
  const [deleting, deletingMany] = [useDelete(meccanici), useDeleteMany(meccanici)];
  useEffect(() => show(deleting, deletingMany));
  return <p>{deleting.deleting ? 'elimina' : 'fermo'}</p>;
}
const LIST = registerKeys.list('meccanici', {});
function open(written: Answer | Promise<Answer> = { body: { message: {} } }, references: Answer = { status: 500, body: {} }) {
  const calls = fakePortal(({ method }) => (method === 'GET' ? references : written));
  const all = renderAt('/home/meccanici', <Probe />);
  all.client.setQueryData(LIST, {});
  all.client.setQueryData(registerKeys.one('meccanici', '3'), {});
  const ask = (start: () => Promise<boolean>) => {
    const done: boolean[] = [];
    act(() => void start().then((gone) => done.push(gone)));
    return {
      done,
      reply: async (name: string) => all.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name })),
    };
  };
  return { ...all, calls, ask, stale: () => all.client.getQueryState(LIST)?.isInvalidated };
}
/** ANNULLA of the message; the question that is closing has one too. */
const undoButton = () => within(screen.getByRole('region', { name: 'Avvisi' })).findByRole('button', { name: 'ANNULLA' });
const SAFE = () => within(screen.getByRole('alertdialog')).getByRole('button', { name: 'ANNULLA' });

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('eliminarne uno', () => {
  it('si chiede anche se non si sa chi lo usa; il cursore sta sul tasto che non elimina', async () => {
    const { calls, ask, user } = open();
    const { done } = ask(() => one.remove('3', 'Rossi', 4));
    const dialog = await screen.findByRole('alertdialog');
    within(dialog).getByText('Rossi. Per 15 minuti puoi annullare; poi può ripristinarlo un amministratore.');
    expect(within(dialog).getByRole('button', { name: 'ELIMINA' }).className).toContain('danger');
    await waitFor(() => expect(document.activeElement).toBe(SAFE()));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(done).toEqual([false]));
    expect(writes(calls)).toEqual([]);
  });

  it('mentre si elimina si vede; poi il record non c’è più e gli elenchi si rileggono', async () => {
    const answer = Promise.withResolvers<Answer>();
    const { calls, ask, client, stale } = open(answer.promise);
    const { done, reply } = ask(() => one.remove('3', 'Rossi', 4));
    await reply('ELIMINA');
    await screen.findByText('elimina');
    answer.resolve({ body: { message: {} } });
    await screen.findByText('fermo');
    await waitFor(() => expect(done).toEqual([true]));
    expect(writes(calls)).toMatchObject([{ method: 'DELETE', version: '"4"' }]);
    expect(client.getQueryState(registerKeys.one('meccanici', '3'))).toBeUndefined();
    expect(stale()).toBe(true);
  });

  it('si annulla dal messaggio: il record torna alla versione che si era letta', async () => {
    const { calls, ask, user } = open();
    const { done, reply } = ask(() => one.remove('3', 'Rossi', 4));
    await reply('ELIMINA');
    await waitFor(() => expect(done).toEqual([true]));
    await user.click(await undoButton());
    await screen.findByText('Eliminazione annullata');
    expect(writes(calls).at(-1)).toMatchObject({ path: '/api/storico/ripristina', body: { tabella: 'meccanici', id: '3', versione: 4 } });
  });

  it('rifiutato il record resta, e si può riprovare', async () => {
    const { ask, client } = open({ status: 409, body: { message: 'In uso' } });
    const { done, reply } = ask(() => one.remove('3', 'Rossi', 4));
    await reply('ELIMINA');
    await screen.findByText('In uso');
    await waitFor(() => expect(done).toEqual([false]));
    await screen.findByText('fermo');
    expect(client.getQueryState(registerKeys.one('meccanici', '3'))).toBeDefined();
  });
});

describe('eliminarne molti', () => {
  const TEXTS = { title: 'Elimina meccanici', text: 'Eliminare 2 meccanici?', done: 'Meccanici eliminati' };

  it('si chiede; chi conferma li elimina tutti in una volta, e l’elenco si rilegge prima che lo si dica', async () => {
    const { calls, ask, stale } = open();
    const { done, reply } = ask(() => many(['3', '4'], TEXTS));
    within(await screen.findByRole('alertdialog', { name: 'Elimina meccanici' })).getByText('Eliminare 2 meccanici?');
    expect(screen.getByRole('button', { name: 'ELIMINA' }).className).toContain('danger');
    await waitFor(() => expect(document.activeElement).toBe(SAFE()));
    await reply('ELIMINA');
    await screen.findByText('Meccanici eliminati');
    expect(writes(calls)).toMatchObject([{ method: 'DELETE', body: { id: [3, 4] } }]);
    expect(stale()).toBe(true);
    expect(done).toEqual([true]);
  });

  it('si annulla dal messaggio: tornano tutti in una volta, e l’elenco si rilegge', async () => {
    const { calls, ask, user, client, stale } = open();
    const { reply } = ask(() => many(['3', '4'], TEXTS));
    await reply('ELIMINA');
    await screen.findByText('Meccanici eliminati');
    client.setQueryData(LIST, {});
    await user.click(await undoButton());
    await screen.findByText('Eliminazione annullata');
    expect(writes(calls).at(-1)).toMatchObject({ path: '/api/storico/riporta', body: { tabella: 'meccanici', ids: [3, 4] } });
    await waitFor(() => expect(stale()).toBe(true));
  });

  it('chi non conferma non elimina', async () => {
    const { calls, ask } = open();
    const { done, reply } = ask(() => many(['3'], TEXTS));
    await reply('ANNULLA');
    await waitFor(() => expect(done).toEqual([false]));
    expect(writes(calls)).toEqual([]);
  });

  it('rifiutati lo dice, e restano', async () => {
    const { ask, stale } = open({ status: 409, body: { message: 'In uso' } });
    const { done, reply } = ask(() => many(['3'], TEXTS));
    await reply('ELIMINA');
    await screen.findByText("Errore durante l'eliminazione");
    screen.getByText('In uso');
    await waitFor(() => expect(done).toEqual([false]));
    expect(stale()).toBe(false);
    expect(screen.queryByText('Meccanici eliminati')).toBeNull();
  });
});
