import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { TypeChange } from '#contracts/core/record-change.ts';
import { TYPE_CHANGES } from '#contracts/core/record-change.ts';
import { SET_UP_ORIGINS, TRAIL_COLUMNS } from '#contracts/modules/trail.ts';
import { areaName, CHANGE_NAMES, originName, registerName } from '#contracts/modules/trail-words.ts';
import { daysOfFormer, type FormerFilters } from '#web/modules/trail/former-filters.ts';
import type { ColumnFilters } from '#web/registers/list/filters/column-filter.ts';
import type { ListColumns } from '#web/registers/list/filters/filter-source.ts';
import type { GridColumn } from '#web/ui/grid/columns.ts';
import type { TrailRow } from './rows.ts';

/** Returns the columns by which the trail can be filtered. */
export const filteredColumns = (catalogue: Catalogue, columns: readonly GridColumn<TrailRow>[]): ListColumns => ({
  kinds: TRAIL_COLUMNS,
  labels: Object.fromEntries(columns.map(({ id, label }) => [id, label])),
  words: (name, value) => wordsOf(catalogue, name, String(value)),
});

function wordsOf(catalogue: Catalogue, name: string, value: string): string {
  switch (name) {
    case 'tipo':
      return CHANGE_NAMES[value as TypeChange];
    case 'tabella':
      return registerName(catalogue, value);
    case 'area':
      return areaName(value) ?? value;
    case 'origine':
      return originName(value) ?? value;
    default:
      return value;
  }
}

/** Origins of what people did. */
const PEOPLES_ORIGINS: readonly string[] = ['web', 'api', 'job'];

/** The filters by person, area, event, days and origin that addresses named before every column had its own. */
export const FORMER: FormerFilters = {
  names: ['utente', 'area', 'evento', 'dal', 'al', 'sistema'],
  conditions({ utente, area, evento, sistema, ...days }): ColumnFilters {
    const isKind = TYPE_CHANGES.some((kind) => kind === evento);
    return {
      ...(utente ? { utente: [utente] } : {}),
      ...(area ? { area: [area] } : {}),
      ...(evento ? { [isKind ? 'tipo' : 'evento']: [evento] } : {}),
      ...(sistema ? { origine: [...(sistema === 'solo' ? SET_UP_ORIGINS : PEOPLES_ORIGINS)] } : {}),
      ...daysOfFormer(days),
    };
  },
};
