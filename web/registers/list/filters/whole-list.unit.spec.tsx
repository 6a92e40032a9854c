// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fakePortal, leaveNothing, renderAt, signIn } from '#web/portal.testing.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import { DataGrid } from '#web/ui/grid/DataGrid.tsx';
import { useListState } from '../use-list-state.ts';
import { useWholeGrid, wholeSource, type WholeColumns } from './whole-list.ts';

interface Run {
  id: number;
  chi: string | null;
  giorno: string;
  ore: number | null;
}

const COLUMNS: WholeColumns<Run> = {
  chi: { label: 'Chi', kind: 'choices', value: ({ chi }) => chi, words: (value) => `utente ${value}` },
  giorno: { label: 'Giorno', kind: 'date', value: ({ giorno }) => giorno },
  ore: { label: 'Ore', kind: 'number', value: ({ ore }) => ore },
};
const ROWS: readonly Run[] = [
  { id: 1, chi: 'anna', giorno: '2026-03-01', ore: 2 },
  { id: 2, chi: 'anna', giorno: '2026-03-02', ore: null },
  { id: 3, chi: null, giorno: '2026-03-03', ore: 12 },
  { id: 4, chi: 'luca', giorno: '2026-03-03', ore: 5 },
];

const run = fc.record({
  id: fc.nat(),
  chi: fc.constantFrom('anna', 'luca', null),
  giorno: fc.constantFrom('2026-03-01', '2026-03-02'),
  ore: fc.constantFrom(1, 2, null),
});
const countsOf = async (rows: readonly Run[], name: string, filtri: object) =>
  (
    await wholeSource(rows, COLUMNS)
      .values(name, { cerca: '', filtri: { ...filtri } })
      .queryFn({ signal: AbortSignal.timeout(1000) })
  ).data;

describe('Un elenco che arriva intero', () => {
  it('conta accanto a ogni valore le righe che lo hanno, con gli altri filtri, le più frequenti prima', async () => {
    const asked = fc.constantFrom({}, { giorno: { da: '2026-03-02' } }, { ore: [1, null] }, { ore: { vuoto: false } });
    await fc.assert(
      fc.asyncProperty(fc.array(run, { maxLength: 20 }), asked, async (rows, filters) => {
        const counts = await countsOf(rows, 'chi', filters);
        for (const { valore, quanti } of counts) {
          const of = await countsOf(rows, 'giorno', { ...filters, chi: [valore] });
          expect(of.reduce((sum, one) => sum + one.quanti, 0)).toBe(quanti);
        }
        const numbers = counts.map(({ quanti }) => quanti);
        expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
      }),
    );
  });

  it('un valore si dice come lo dice l’elenco; ciò che non è una colonna non si filtra', () => {
    const source = wholeSource(ROWS, COLUMNS);
    expect(source.column('chi')?.words('anna')).toBe('utente anna');
    expect(source.column('chi')?.words(null)).toBe('(vuoto)');
    expect(source.column('azioni')).toBeNull();
  });
});

const GRID: readonly GridColumn<Run>[] = Object.entries(COLUMNS).map(([id, { label }]) => ({ id, label, sortable: false }));
const DEFAULTS = { ordina: '', righe: 2, sortable: [] };

function List() {
  const list = useListState(DEFAULTS);
  const grid = useWholeGrid(list, ROWS, { columns: COLUMNS, pageSize: 2 });
  return (
    <DataGrid<Run>
      {...grid}
      label="Prove"
      storageKey="prove"
      columns={GRID}
      sort=""
      rowKey={({ id }) => String(id)}
      rowLabel={({ id }) => String(id)}
      empty={<EmptyState title="Niente" />}
    />
  );
}

describe('La sua griglia', () => {
  beforeEach(() => {
    signIn();
    fakePortal(() => undefined);
  });
  afterEach(leaveNothing);
  const shown = () => [...document.querySelectorAll('tr[data-row]')].map((row) => row.textContent);
  const counted = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text));
  const at = (filters: object) => `/prove?filtri=${encodeURIComponent(JSON.stringify(filters))}`;

  it('è filtrata e divisa in pagine come dice l’indirizzo', async () => {
    const { user } = renderAt(at({ ore: { da: 3 } }), <List />);
    await screen.findByText('Ore da 3');
    expect(shown().map((text) => text.includes('2026-03-03'))).toEqual([true, true]);
    await counted('1–2 di 2');
    await user.click(screen.getByRole('button', { name: 'TOGLI TUTTI' }));
    await counted('1–2 di 4');
    expect(location.search).toBe('');
  });

  it('un filtro torna alla prima pagina; una pagina che non c’è è l’ultima', async () => {
    const { user } = renderAt('/prove?pagina=9', <List />);
    await counted('3–4 di 4');
    await user.click(screen.getByRole('button', { name: 'Filtra: Chi' }));
    await user.click(await screen.findByText('utente anna'));
    await counted('1–2 di 2');
    await waitFor(() => expect(location.search).toBe(`?filtri=${encodeURIComponent('{"chi":["anna"]}')}`));
  });

  it('senza righe con quei filtri lo dice, e ciò che è sbagliato lo lascia', async () => {
    renderAt(at({ giorno: { da: '2030-01-01' }, boh: [1] }), <List />);
    await screen.findByText('Niente');
    await screen.findByText('Non applicato: boh');
  });
});
