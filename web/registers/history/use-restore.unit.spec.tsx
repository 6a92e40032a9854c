// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HistoryItem } from '#contracts/core/history.ts';
import { accise } from '#contracts/registers/accise.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import { registerKeys } from '../keys.ts';
import { useRestore } from './use-restore.tsx';

const ENTRY = { versione: 2, quando: '2026-11-19T10:00:00Z' } as HistoryItem;
const LIST = registerKeys.list('meccanici', {});

let restore: ReturnType<typeof useRestore>;
const show = (now: typeof restore) => {
  restore = now;
};
function Probe() {
  const now = useRestore(meccanici, '3');
  useEffect(() => show(now));
  return null;
}
async function ask(answer: Answer, reply: string) {
  const calls = fakePortal(() => answer);
  const { user, client } = renderAt('/home/meccanici', <Probe />);
  client.setQueryData(LIST, {});
  const done: boolean[] = [];
  act(() => void restore(ENTRY).then((changed) => done.push(changed)));
  const dialog = await screen.findByRole('alertdialog', { name: 'Ripristina' });
  within(dialog).getByText("Riportare il meccanico com'era il 2026-11-19 alle 11:00?");
  await user.click(within(dialog).getByRole('button', { name: reply }));
  await waitFor(() => expect(done).toHaveLength(1));
  return { calls, done: done[0], stale: client.getQueryState(LIST)?.isInvalidated };
}

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('riportare un record com’era', () => {
  it('chi non conferma non riporta nulla', async () => {
    const { calls, done } = await ask({ body: { message: { affectedRows: 1 } } }, 'ANNULLA');
    expect([writes(calls), done]).toEqual([[], false]);
  });

  it('chi conferma riporta quella versione, e tutto si rilegge', async () => {
    const { calls, done, stale } = await ask({ body: { message: { affectedRows: 1 } } }, 'RIPRISTINA');
    expect(writes(calls)).toMatchObject([
      { method: 'POST', path: '/api/storico/ripristina', body: { tabella: 'meccanici', id: '3', versione: 2 } },
    ]);
    expect([done, stale]).toEqual([true, true]);
    screen.getByText('Modifica effettuata');
  });

  it('mostra prima che cosa cambia, e un campo non scelto resta com’è', async () => {
    const [now, then] = [
      { id: 3, ore: 8, minuti: 10, cantiere: '0412', utente: 'anna', versione: 5 },
      { id: 3, ore: 5, minuti: 20, cantiere: '0412', utente: 'anna', versione: 2 },
    ];
    const calls = fakePortal(({ path, method }) => {
      if (method === 'POST') return { body: { message: { affectedRows: 1 } } };
      return { body: { data: [path === '/api/storico/stato' ? then : now] } };
    });
    function Accisa() {
      const now = useRestore(accise, '3');
      useEffect(() => show(now));
      return null;
    }
    const { user } = renderAt('/home/accise', <Accisa />);
    act(() => void restore(ENTRY));
    const dialog = await screen.findByRole('alertdialog', { name: 'Ripristina' });
    const items = within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(items).toEqual(
      ['Oreadesso 8tornerà 5', 'Minutiadesso 10tornerà 20'].map((text) =>
        expect.stringMatching(new RegExp(text.replace('adesso', '.*adesso').replace('tornerà', '.*tornerà'))),
      ),
    );
    await user.click(within(dialog).getByRole('checkbox', { name: /^Minuti/ }));
    await user.click(within(dialog).getByRole('button', { name: 'RIPRISTINA' }));
    await waitFor(() =>
      expect(writes(calls)).toMatchObject([
        { path: '/api/storico/ripristina', version: '"5"', body: { tabella: 'accise', id: '3', versione: 2, campi: ['ore'] } },
      ]),
    );
  });

  it('che è già così lo dice', async () => {
    const { done } = await ask({ body: { message: { affectedRows: 0 } } }, 'RIPRISTINA');
    expect(done).toBe(true);
    screen.getByText('Il record è già così');
    expect(screen.queryByText('Modifica effettuata')).toBeNull();
  });

  it('rifiutato lo dice, e nulla si rilegge', async () => {
    const { done, stale } = await ask({ status: 403, body: { message: 'Non puoi' } }, 'RIPRISTINA');
    expect([done, stale]).toEqual([false, false]);
    screen.getByText('Ripristino non riuscito');
    screen.getByText('Non puoi');
  });
});
