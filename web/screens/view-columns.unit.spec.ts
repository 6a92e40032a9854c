// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { isListColumn, screenColumns } from '#contracts/core/saved-view.ts';
import { BOARD, exportableList } from '#contracts/export/lists.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { personale } from '#contracts/registers/personale.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { catalogue } from '#web/catalogue.ts';
import { registerColumns } from '#web/registers/list/columns.ts';
import { columnsOf as macchinariColumns } from './macchinari/columns.tsx';
import { manutenzioniColumns } from './manutenzioni/columns.tsx';
import { columnsOf as noleggiColumns } from './noleggi/columns.tsx';
import { NOTHING_KNOWN } from './personale/document-rules.ts';
import { columnsOf as personaleColumns } from './personale/columns.tsx';
import { HEADER_COLUMNS } from './produzione/columns.tsx';
import { cantieriColumns } from './cantieri/columns.tsx';
import { columnsOf as boardColumns } from './scadenze/columns.tsx';

type Columns = readonly { id: string }[];
const workers = personaleColumns(NOTHING_KNOWN);

const LISTS: readonly (readonly [AnyRegister, Columns])[] = [
  ...catalogue.registers.map((def) => [def, registerColumns(def)] as const),
  [macchinari, macchinariColumns(macchinari)],
  [noleggi, noleggiColumns(noleggi)],
  [manutenzioni, manutenzioniColumns(undefined)],
  [produzionePadre, HEADER_COLUMNS],
  [personale, workers.columns],
  [personale, workers.compact],
  [cantieri, cantieriColumns(cantieri)],
];

describe('Le colonne che una vista può nominare', () => {
  it.each(LISTS.map(([def, columns]) => [def.path, def, columns] as const))(
    'di %s sono tutte quelle che l’elenco mostra',
    (_path, def, columns) => {
      const unknown = columns.filter(({ id }) => !isListColumn(def, catalogue.computedOf(def), id)).map(({ id }) => id);
      expect(unknown).toEqual([]);
    },
  );

  it('dello scadenzario sono quelle che si esportano, e quelle che solo la schermata conosce', () => {
    const exported = exportableList(catalogue, BOARD)!.columns;
    const nothing = () => undefined;
    const unknown = boardColumns({ onSeen: nothing, onFold: nothing, unfolded: new Set() })
      .map(({ id }) => id)
      .filter((id) => !exported.has(id) && !screenColumns(BOARD).includes(id));
    expect(unknown).toEqual([]);
  });
});
