// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { fakePortal, leaveNothing, renderAt, signIn, writes, type Answer } from '#web/portal.testing.tsx';
import { registerKeys } from '../keys.ts';
import { registerColumns } from '../list/columns.ts';
import { ChildGrid } from './ChildGrid.tsx';

const NAMES = ['Pila 1', 'Pila 2', 'Pila 3', 'Pila 4', 'Pila 5', 'Pila 6', 'Pila 7'];
const COLUMNS = registerColumns(cantieriWbs);
const PARENT = registerKeys.one('cantieri', '0412');
const EVERY = { add: true, save: true, remove: true };

/** A site with those wbs; one that is deleted is there no more. */
function open({
  rights = EVERY,
  written,
  onAdd,
  total,
}: { rights?: typeof EVERY; written?: Answer; onAdd?(total: number): string | null; total?: number } = {}) {
  let rows = NAMES.map((descrizione, i) => ({ id: i + 1, commessa: '0412', id_wbs: i, descrizione, utente: 'anna', versione: 2 })).slice(
    0,
    total,
  );
  const calls = fakePortal(({ method, path, query, body }) => {
    if (path === '/api/riferimenti') return { body: { data: { totale: 0, per: [], altri: false } } };
    if (path.endsWith('/gruppi')) return { body: { data: [{ valore: null, quanti: 1, somme: [] }], totale: 1 } };
    if (method === 'DELETE') {
      if (!written) rows = rows.filter(({ id }) => id !== (body as { id: number }).id);
      return written ?? { body: { message: {} } };
    }
    const [page, size] = [Number(query.get('pagina')), Number(query.get('righe'))];
    return { body: { data: rows.slice((page - 1) * size, page * size), totale: rows.length } };
  });
  const refused = vi.fn();
  const all = renderAt(
    '/home/cantieri',
    <ChildGrid
      def={cantieriWbs}
      title="WBS"
      filtri={{ commessa: '0412' }}
      columns={COLUMNS}
      rights={rights}
      emptyText="Nessuna ancora"
      onRefused={refused}
      {...(onAdd ? { onAdd } : {})}
      dialog={(row, close) => (
        <div role="dialog">
          <p>{row ? `modifica ${row['descrizione']}` : 'nuova'}</p>
          <button type="button" onClick={close}>
            chiudi
          </button>
        </div>
      )}
    />,
  );
  all.client.setQueryData(PARENT, {});
  return { ...all, calls, refused, parentStale: () => all.client.getQueryState(PARENT)?.isInvalidated };
}
const button = (name: string) => screen.queryByRole<HTMLButtonElement>('button', { name: new RegExp(`^${name}`) });
const lists = (calls: ReturnType<typeof open>['calls']) =>
  calls.filter(({ method, path }) => method === 'GET' && path === '/api/cantieri_wbs').map(({ query }) => Object.fromEntries(query));

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('la griglia di ciò che vive in un record', () => {
  it('chiede i suoi, a pagine, e ordinata riparte dalla prima', async () => {
    const { user, calls } = open();
    await screen.findByText('Pila 1');
    expect(lists(calls)[0]).toMatchObject({ pagina: '1', righe: String(cantieriWbs.list.pageSize), filtri: '{"commessa":"0412"}' });
    await user.click(button('Pagina 2')!);
    await screen.findByText(NAMES[cantieriWbs.list.pageSize]!);
    await user.click(within(screen.getAllByRole('columnheader')[0]!).getAllByRole('button')[0]!);
    await waitFor(() => expect(lists(calls).at(-1)).toMatchObject({ pagina: '1' }));
    expect(lists(calls).at(-1)!['ordina']).not.toBe(lists(calls)[0]!['ordina']);
  });

  it('filtrata per una colonna chiede solo quelle, dalla prima pagina', async () => {
    const { user, calls } = open();
    await screen.findByText('Pila 1');
    await user.click(button('Pagina 2')!);
    await screen.findByText(NAMES[cantieriWbs.list.pageSize]!);
    await user.click(button('Filtra: Wbs')!);
    await user.click(await screen.findByRole('checkbox', { name: '(vuoto)' }));
    await waitFor(() =>
      expect(lists(calls).at(-1)).toMatchObject({ pagina: '1', filtri: JSON.stringify({ commessa: '0412', descrizione: [null] }) }),
    );
  });

  it('eliminata una riga si rilegge, lei e ciò in cui vive; la riga non è più scelta', async () => {
    const { user, calls, parentStale } = open();
    await user.click(await screen.findByText('Pila 2'));
    await user.click(button('ELIMINA')!);
    expect(parentStale()).toBe(false);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await waitFor(() => expect(screen.queryByText('Pila 2')).toBeNull());
    expect(writes(calls)).toMatchObject([{ method: 'DELETE', version: '"2"', body: { id: 2 } }]);
    expect(parentStale()).toBe(true);
    expect(button('MODIFICA')).toBeNull();
  });

  it('non eliminata resta, e ciò in cui vive non si rilegge', async () => {
    const { user, parentStale } = open({ written: { status: 409, body: { message: 'In uso' } } });
    await user.click(await screen.findByText('Pila 2'));
    await user.click(button('ELIMINA')!);
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'ELIMINA' }));
    await screen.findByText('In uso');
    expect(parentStale()).toBe(false);
    screen.getByText('Pila 2');
  });

  it('si aggiunge quando si sa quante sono; chi rifiuta dice perché e non apre', async () => {
    const onAdd = vi.fn((total: number) => (total === 7 ? 'Sono troppe' : null));
    const { user, refused } = open({ onAdd });
    expect(button('AGGIUNGI')!.disabled).toBe(true);
    await waitFor(() => expect(button('AGGIUNGI')!.disabled).toBe(false));
    await user.click(button('AGGIUNGI')!);
    expect(refused).toHaveBeenCalledExactlyOnceWith('Sono troppe');
    expect(screen.queryByRole('dialog')).toBeNull();
    onAdd.mockReturnValue(null);
    await user.click(button('AGGIUNGI')!);
    screen.getByText('nuova');
    await user.click(button('chiudi')!);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(refused).toHaveBeenCalledOnce();
  });

  it('ogni tasto solo a chi ne ha il permesso, e solo con una riga scelta', async () => {
    for (const right of ['add', 'save', 'remove'] as const) {
      const { user, unmount } = open({ rights: { add: false, save: false, remove: false, [right]: true } });
      await screen.findByText('Pila 1');
      expect([button('MODIFICA'), button('ELIMINA')]).toEqual([null, null]);
      await user.click(screen.getByText('Pila 1'));
      expect(['AGGIUNGI', 'MODIFICA', 'ELIMINA'].filter(button)).toEqual([{ add: 'AGGIUNGI', save: 'MODIFICA', remove: 'ELIMINA' }[right]]);
      unmount();
    }
  });

  it('MODIFICA apre la riga scelta; vuota lo dice', async () => {
    const { user, unmount } = open();
    await user.click(await screen.findByText('Pila 3'));
    await user.click(button('MODIFICA')!);
    screen.getByText('modifica Pila 3');
    unmount();
    open({ total: 0 });
    await screen.findByText('Nessuna ancora');
  });
});
