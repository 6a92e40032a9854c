import { BOARD_COLUMNS } from '#contracts/modules/scadenze/board-columns.ts';
import type { BoardSubject } from '#contracts/modules/scadenze/board.ts';
import { BAND_NAMES, subjectName } from '#contracts/modules/scadenze/board-words.ts';
import type { Fascia } from '#contracts/modules/scadenze/due-date.ts';
import { api } from '#web/lib/api-client.ts';
import { keys } from '#web/lib/query.ts';
import { columnsSource, type FilterSource, type ListColumns } from '#web/registers/list/filters/filter-source.ts';

/** Columns of the board that can be filtered. */
export const FILTERED: ListColumns = {
  kinds: BOARD_COLUMNS,
  labels: {
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
  },
  words(name, value) {
    if (name === 'soggetto') return subjectName({ soggetto: value as BoardSubject });
    return name === 'fascia' ? BAND_NAMES[value as Fascia] : String(value);
  },
};

/** Returns the columns of the board, whose values are counted under the other filters of the screen. */
export const boardFilterSource = (otherFilters: Readonly<Record<string, string | undefined>>): FilterSource =>
  columnsSource(FILTERED, (per, { cerca, filtri }) => {
    const query = { ...otherFilters, per, cerca, ...(Object.keys(filtri).length > 0 && { filtri: JSON.stringify(filtri) }) };
    return { queryKey: [...keys.board, 'gruppi', query], queryFn: ({ signal }) => api.get('/api/scadenze/gruppi', { query, signal }) };
  });
