import { X } from 'lucide-react';
import { useMemo } from 'react';
import { todayInRome } from '#web/lib/format.ts';
import { loadedPart } from '#web/lib/use-loaded.ts';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import type { ColumnFiltering } from '#web/ui/grid/grid-types.ts';
import { atMoment, type Filters } from '../../register.api.ts';
import { dayOfMoment } from '../past/moment.ts';
import { parseColumnFilters, withColumnFilters, type ColumnFilters } from './column-filter.ts';
import type { FilterPanelProps } from './filter-panel.ts';
import type { FilterSource } from './filter-source.ts';
import { filterInWords } from './filter-words.ts';

const Panel = loadedPart<FilterPanelProps>(() => import('./FilterPanel.tsx'), <div className="h-40" aria-busy />);

interface ColumnFiltersOptions {
  /** The conditions as the address holds them. */
  text: string;
  onChange(text: string): void;
  /** Filters of the list itself, and its search. */
  ownFilters: Filters;
  cerca: string;
  /** Moment of the rows; absent for today's. */
  al?: string | undefined;
}

/** Filters of a list's columns: what the grid shows in its heads and above its rows. */
export function useColumnFilters(source: FilterSource, { text, onChange, ownFilters, cerca, al }: ColumnFiltersOptions): ColumnFiltering {
  const { filters, omissions } = useMemo(() => parseColumnFilters(text, (name) => source.column(name)?.kind ?? null), [source, text]);
  const today = al === undefined ? todayInRome() : dayOfMoment(al);
  const write = (next: ColumnFilters) => onChange(Object.keys(next).length === 0 ? '' : JSON.stringify(next));
  const without = (name: string): ColumnFilters => Object.fromEntries(Object.entries(filters).filter(([other]) => other !== name));
  const panel = (name: string) => {
    const column = source.column(name);
    if (column === null) return null;
    const query = { cerca, filtri: withColumnFilters(ownFilters, without(name), today), ...atMoment({ al }) };
    return (
      <Panel
        column={column}
        filter={filters[name]}
        values={source.values(name, query)}
        onChange={(filter) => write(filter === null ? without(name) : { ...filters, [name]: filter })}
      />
    );
  };
  const names = Object.keys(filters);
  return {
    has: (column) => source.column(column) !== null,
    isOn: (column) => column in filters,
    panel,
    chips:
      names.length + omissions.length === 0 ? null : (
        <div
          className="flex flex-wrap items-center gap-2 border-line px-4 py-2 max-md:px-0 md:border-b print:hidden"
          role="group"
          aria-label="Filtri attivi"
        >
          {names.map((name) => {
            const words = filterInWords(source.column(name)!, filters[name]!, today);
            return (
              <span key={name} className="filter-chip">
                <Popover label={words} anchor="bottom-start" className="w-[300px]" button={<button type="button">{words}</button>}>
                  {panel(name)}
                </Popover>
                <button type="button" aria-label={`Togli il filtro: ${words}`} onClick={() => write(without(name))}>
                  <X className="icon-sm" aria-hidden />
                </button>
              </span>
            );
          })}
          {omissions.length > 0 ? <span className="text-label text-ink-3">Non applicato: {omissions.join(', ')}</span> : null}
          <button type="button" className="link text-label font-semibold" onClick={() => write({})}>
            TOGLI TUTTI
          </button>
        </div>
      ),
  };
}
