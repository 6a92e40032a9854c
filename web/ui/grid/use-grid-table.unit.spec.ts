// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { PLAIN_LAYOUT, type ColumnLayout } from './column-layout.ts';
import type { GridColumn } from './columns.ts';
import { useGridTable } from './use-grid-table.ts';

interface Machine {
  id: string;
}
const COLUMNS: readonly GridColumn<Machine>[] = [
  { id: 'matricola', label: 'Matricola', frozen: true, width: 100 },
  { id: 'marca', label: 'Marca' },
  { id: 'modello', label: 'Modello', minWidth: 200 },
  { id: 'targa', label: 'Targa', width: 80 },
  { id: 'chassis', label: 'Chassis', hidden: true },
];
const ROWS: readonly Machine[] = [{ id: 'B2' }, { id: 'A1' }];
const keyOf = ({ id }: Machine) => id;
const table = (layout: ColumnLayout = PLAIN_LAYOUT, columns = COLUMNS) =>
  renderHook(() => useGridTable(columns, ROWS, layout, keyOf)).result.current;
const shown = (layout?: ColumnLayout, columns?: typeof COLUMNS) =>
  table(layout, columns).shown.map(({ column, width, frozenAt, lastFrozen }) => [column.id, width, frozenAt, lastFrozen]);

afterEach(cleanup);

describe('le colonne di una griglia', () => {
  it('quelle senza larghezza si dividono lo spazio; la prima sta ferma a sinistra, le nascoste non ci sono', () => {
    expect(shown()).toEqual([
      ['matricola', 100, 0, true],
      ['marca', undefined, undefined, false],
      ['modello', undefined, undefined, false],
      ['targa', 80, undefined, false],
    ]);
    expect(table().shown[1]!.column).toBe(COLUMNS[1]);
  });

  it('stanno nell’ordine, nella larghezza e nella vista che la persona ha scelto', () => {
    const layout = {
      order: ['targa', 'marca'],
      visible: { modello: false, chassis: true, matricola: false },
      widths: { marca: 140, targa: 90 },
    };
    expect(shown(layout)).toEqual([
      ['matricola', 100, 0, true],
      ['targa', 90, undefined, false],
      ['chassis', undefined, undefined, false],
      ['marca', 140, undefined, false],
    ]);
  });

  it('le bloccate stanno ferme dopo la prima, ognuna dove finisce quella prima di lei, e hanno una larghezza', () => {
    const layout = { ...PLAIN_LAYOUT, pinned: ['targa', 'modello'], widths: { targa: 90 } };
    expect(shown({ ...layout, order: ['targa', 'modello'] })).toEqual([
      ['matricola', 100, 0, false],
      ['targa', 90, 100, false],
      ['modello', 150, 190, true],
      ['marca', undefined, undefined, false],
    ]);
  });

  it('senza colonne ferme nessuna ha il bordo', () => {
    expect(shown(PLAIN_LAYOUT, COLUMNS.slice(1)).map(([, , at, edge]) => [at, edge])).toEqual(
      Array.from({ length: 3 }, () => [undefined, false]),
    );
  });

  it('sotto la larghezza che serve la griglia scorre', () => {
    // 100 + 120 for one that says nothing + 200 + 80
    expect(table().minWidth).toBe(500);
    expect(table({ ...PLAIN_LAYOUT, widths: { marca: 60, modello: 90 } }).minWidth).toBe(330);
  });
});

describe('le colonne strette', () => {
  const upright = (id: string, group?: string): GridColumn<Machine> => ({ id, label: id, upright: true, ...(group ? { group } : {}) });
  const plain = (id: string): GridColumn<Machine> => ({ id, label: id, group: 'Corsi' });
  const spans = (...columns: GridColumn<Machine>[]) => table(PLAIN_LAYOUT, columns).shown.map(({ groupSpan }) => groupSpan);

  it.each<[string, GridColumn<Machine>[], (number | undefined)[]]>([
    [
      'vicine e dello stesso gruppo hanno una testata sola',
      [plain('a'), upright('b', 'Corsi'), upright('c', 'Corsi'), plain('d')],
      [undefined, 2, undefined, undefined],
    ],
    ['in fondo arrivano fino in fondo', [upright('a', 'Corsi'), upright('b', 'Corsi')], [2, undefined]],
    ['di gruppi diversi ne hanno due', [upright('a', 'Corsi'), upright('b', 'Visite'), upright('c', 'Visite')], [1, 2, undefined]],
    ['divise da un’altra ne hanno due', [upright('a', 'Corsi'), plain('b'), upright('c', 'Corsi')], [1, undefined, 1]],
    ['senza gruppo stanno insieme', [upright('a'), upright('b'), upright('c', 'Corsi')], [2, undefined, 1]],
  ])('%s', (_, columns, expected) => {
    expect(spans(...columns)).toEqual(expected);
  });
});

describe('le righe', () => {
  it('restano nell’ordine del portale, con la loro chiave', () => {
    expect(table().rows).toEqual([
      { key: 'B2', row: ROWS[0] },
      { key: 'A1', row: ROWS[1] },
    ]);
  });

  it('non ci sono finché non si leggono', () => {
    const { result } = renderHook(() => useGridTable(COLUMNS, undefined, PLAIN_LAYOUT, keyOf));
    expect([result.current.rows, result.current.shown.length]).toEqual([[], 4]);
  });
});
