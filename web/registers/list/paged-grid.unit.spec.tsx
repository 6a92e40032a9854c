// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { ListSearch, pagedGrid, useListOutput } from './paged-grid.tsx';
import type { ListStateHandle } from './use-list-state.ts';

const download = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('#web/ui/grid/download.ts', () => ({ downloadTable: download }));

interface Tool {
  nome: string;
  azioni: string;
}
const handle = (state: Partial<ListStateHandle['state']> = {}, searchText = ''): ListStateHandle => ({
  state: { pagina: 3, righe: 20, ordina: '-nome', cerca: '', filtri: {}, conditions: '', grouping: '', ...state },
  change: vi.fn(),
  searchText,
  setSearchText: vi.fn(),
  flush: vi.fn(),
});
const page = (isPlaceholderData = false) => ({
  data: { data: [{ nome: 'Trapano', azioni: '' }], totale: 41 },
  error: null,
  isPlaceholderData,
  refetch: vi.fn(),
});

beforeEach(() => signIn());
afterEach(leaveNothing);

describe('la griglia di un elenco a pagine', () => {
  it('mostra la pagina e il totale del portale, e dice quando ne aspetta un’altra', () => {
    expect(pagedGrid(handle(), page())).toMatchObject({
      rows: [{ nome: 'Trapano' }],
      total: 41,
      page: 3,
      pageSize: 20,
      sort: '-nome',
      refreshing: false,
    });
    expect(pagedGrid(handle(), page(true)).refreshing).toBe(true);
  });

  it('cambia pagina, righe e ordine nell’indirizzo; senza un ordine suo non si ordina', () => {
    const list = handle();
    const grid = pagedGrid(list, page(), 'nome');
    grid.onPage(2);
    grid.onPageSize?.(50);
    grid.onSort?.('peso');
    expect(vi.mocked(list.change).mock.calls).toEqual([[{ pagina: 2 }], [{ righe: 50 }], [{ ordina: 'peso' }]]);
    expect(pagedGrid(handle(), page()).onSort).toBeUndefined();
  });

  it('conta i trovati solo quando l’elenco è quello delle parole scritte', () => {
    const { rerender } = renderAt('/', <ListSearch list={handle({ cerca: 'tra' }, 'trap')} total={41} />);
    expect(screen.queryByText(/41/)).toBeNull();
    rerender(<ListSearch list={handle({ cerca: 'trap' }, 'trap ')} total={41} />);
    expect(screen.getByText(/41/)).toBeTruthy();
  });
});

describe('il file e la carta di un elenco', () => {
  const COLUMNS: GridColumn<Tool>[] = [
    { id: 'nome', label: 'Nome' },
    { id: 'azioni', label: 'Azioni' },
  ];
  function Output({ file }: { file?: string }) {
    const { propsFor } = useListOutput<Tool>('attrezzi', 'ATTREZZI', file === undefined ? {} : { file });
    const props = propsFor({ total: 1, query: null, readRows: async () => [{ nome: 'Trapano', azioni: 'x' }] }, (shown) =>
      shown.filter(({ id }) => id !== 'azioni'),
    );
    return <button onClick={() => props.onExport('csv', COLUMNS)}>CSV</button>;
  }
  beforeEach(() => download.mockClear());

  it('hanno le colonne che l’elenco concede, non quelle mostrate', async () => {
    fakePortal(() => ({ body: { message: {} } }));
    const { user } = renderAt('/', <Output />);
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(download).toHaveBeenCalledTimes(1));
    expect(download).toHaveBeenCalledWith(expect.objectContaining({ name: 'ATTREZZI' }), 'csv', undefined);
    expect(JSON.stringify(download.mock.calls[0])).not.toContain('Azioni');
  });

  it('portano il nome di file prescritto', async () => {
    fakePortal(() => ({ body: { message: {} } }));
    const { user } = renderAt('/', <Output file="Attrezzi2026" />);
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await waitFor(() => expect(download).toHaveBeenCalledWith(expect.objectContaining({ name: 'Attrezzi2026' }), 'csv', 'Attrezzi2026'));
  });
});
