// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { leaveNothing, renderAt } from '#web/portal.testing.tsx';
import type { GridColumn } from './columns.ts';
import { DataGrid } from './DataGrid.tsx';
import type { DataGridProps } from './grid-types.ts';
import { gridHeight, stretchedRow } from './GridTable.tsx';
import { EMPTY_SELECTION } from './selection.ts';

interface Mechanic {
  id: number;
  nome: string;
}
const COLUMNS: readonly GridColumn<Mechanic>[] = [
  { id: 'nome', label: 'Nome' },
  { id: 'id', label: 'Numero' },
];

const open = (over: Partial<DataGridProps<Mechanic>>) =>
  renderAt(
    '/',
    <DataGrid<Mechanic>
      label="meccanici"
      storageKey="prova"
      columns={COLUMNS}
      rows={[]}
      total={0}
      page={1}
      pageSize={20}
      sort="nome"
      onPage={() => {}}
      rowKey={({ id }) => String(id)}
      rowLabel={({ nome }) => nome}
      empty={<p>Nessuno</p>}
      {...over}
    />,
  );
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

afterEach(leaveNothing);

describe('la carta di un elenco', () => {
  it('senza righe tiene le intestazioni, e sotto dice che non c’è nulla', () => {
    for (const compact of [false, true]) {
      open({ compact });
      expect(heads()).toEqual(['Nome', 'Numero']);
      expect(screen.getByRole('grid').parentElement?.textContent).toContain('Nessuno');
      leaveNothing();
    }
  });

  it('che mostra dieci righe ne è piena: alta 650, con righe alte quanto serve, e la densità non ha senso', () => {
    open({ pageSize: 10, rows: [{ id: 1, nome: 'Rossi' }], total: 1 });
    const table = screen.getByRole('grid');
    expect(table.style.getPropertyValue('--row-h')).toBe('61px');
    expect(table.parentElement?.style.getPropertyValue('--grid-h')).toBe('650px');
    expect(screen.queryByRole('button', { name: 'Densità' })).toBeNull();
  });

  it('in una scheda, con poche righe, è alta quanto loro; con più pagine, o vuota, ha il suo posto', () => {
    const classOf = (grid: Partial<Parameters<typeof gridHeight>[0]>) =>
      gridHeight({ pageSize: 5, total: 2, compact: true, ...grid })?.className;
    expect(classOf({})).toContain('md:max-h-');
    for (const grid of [{ total: 6 }, { total: 0 }, { total: undefined }, { height: 400 }, { compact: false, pageSize: 20 }])
      expect(classOf(grid), JSON.stringify(grid)).toContain('md:h-');
  });

  it('con venti righe, o più bassa, le righe sono alte come dice la densità', () => {
    for (const grid of [{ pageSize: 20 }, { pageSize: 10, height: 400 }, { pageSize: 5, compact: true }, { pageSize: 10, height: null }])
      expect(stretchedRow(grid)).toBeNull();
    open({ rows: [{ id: 1, nome: 'Rossi' }], total: 1 });
    expect(screen.getByRole('button', { name: 'Densità' })).toBeTruthy();
  });
});

it('una spunta non è un’apertura: l’elenco non si prepara a essere lasciato', async () => {
  const onLeave = vi.fn();
  const { user } = open({
    rows: [{ id: 1, nome: 'Rossi' }],
    total: 1,
    onLeave,
    rowHref: () => '/home/meccanici/1',
    selection: EMPTY_SELECTION,
    onSelection: () => {},
  });
  await user.click(screen.getByRole('checkbox', { name: 'Seleziona Rossi' }));
  expect(onLeave).not.toHaveBeenCalled();
  await user.click(screen.getByText('Rossi'));
  expect(onLeave).toHaveBeenCalled();
});
