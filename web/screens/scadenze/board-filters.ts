import { BOARD_COLUMNS, type BoardColumn } from '#contracts/modules/scadenze/board-columns.ts';
import type { BoardSubject } from '#contracts/modules/scadenze/board.ts';
import { BAND_NAMES, subjectName } from '#contracts/modules/scadenze/board-words.ts';
import type { Fascia } from '#contracts/modules/scadenze/due-date.ts';
import { api } from '#web/lib/api-client.ts';
import { keys } from '#web/lib/query.ts';
import { parseColumnFilters, withColumnFilters } from '#web/registers/list/filters/column-filter.ts';
import type { FilterColumn, FilterSource, ValuesQuery } from '#web/registers/list/filters/filter-source.ts';
import { EMPTY_LABEL } from '#web/registers/list/filters/filter-words.ts';
import { todayInRome } from '#web/lib/format.ts';

const LABELS: Readonly<Record<BoardColumn, string>> = {
  scadenza: 'Scadenza',
  tipo: 'Che cosa',
  id: 'Codice',
  nome: 'Di chi',
  soggetto: 'Tipo',
  cantiere: 'Cantiere',
  responsabile: 'Responsabile',
  visto_fino: 'Visto',
  fascia: 'Fascia',
  ore_mancanti: 'Ore mancanti',
};

const isColumn = (name: string): name is BoardColumn => name in BOARD_COLUMNS;
const kindOf = (name: string) => (isColumn(name) ? BOARD_COLUMNS[name] : null);

function inWords(name: BoardColumn, value: string | number | null): string {
  if (value === null) return EMPTY_LABEL;
  if (name === 'soggetto') return subjectName({ soggetto: value as BoardSubject });
  if (name === 'fascia') return BAND_NAMES[value as Fascia];
  return String(value);
}

/** Returns the columns of the board, whose values are counted under the other filters of the screen. */
export const boardFilterSource = (others: Readonly<Record<string, string | undefined>>): FilterSource => ({
  column: (name): FilterColumn | null =>
    isColumn(name)
      ? { label: LABELS[name], kind: BOARD_COLUMNS[name], decimals: 0, grouped: true, words: (value) => inWords(name, value) }
      : null,
  values: (per, { cerca, filtri }): ValuesQuery => {
    const query = { ...others, per, cerca, ...(Object.keys(filtri).length > 0 && { filtri: JSON.stringify(filtri) }) };
    return { queryKey: [...keys.board, 'gruppi', query], queryFn: ({ signal }) => api.get('/api/scadenze/gruppi', { query, signal }) };
  },
});

/** Returns the conditions of an address as the portal takes them; empty for none. */
export function conditionsAsked(conditions: string): { filtri?: string } {
  const asked = withColumnFilters({}, parseColumnFilters(conditions, kindOf).filters, todayInRome());
  return Object.keys(asked).length === 0 ? {} : { filtri: JSON.stringify(asked) };
}
