// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { cell } from '#contracts/export/cells.ts';
import * as lists from '#contracts/export/lists.ts';
import { STORICO } from '#contracts/export/lists.ts';
import { catalogue } from '#web/catalogue.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { columnsOf as macchinariColumns } from '#web/screens/macchinari/columns.tsx';
import { manutenzioniColumns } from '#web/screens/manutenzioni/columns.tsx';
import { cantieriColumns } from '#web/screens/cantieri/columns.tsx';
import { HEADER_COLUMNS as GIORNATE } from '#web/screens/produzione/columns.tsx';
import { storicoColumns, writtenColumns } from '#web/screens/storico/columns.tsx';
import { cellValue, type GridColumn } from '#web/ui/grid/columns.ts';
import { exportColumn } from '#web/ui/grid/export.ts';
import { registerColumns } from './columns.ts';
import type { ListQuery } from '../register.api.ts';
import { selectionQuery } from './selection-query.ts';

const exportableList = lists.exportableList.bind(null, catalogue);

/** Columns of every list with its own table on the server; a screen with columns of its own belongs here. */
const LISTS: readonly { tabella: string; columns: readonly GridColumn<never>[] }[] = [
  // a day's quantities are shown per unit, by its screen alone
  ...catalogue.registers
    .filter(({ path }) => path !== 'produzione_padre')
    .map((def) => ({
      tabella: def.path,
      columns: registerColumns(def) as readonly GridColumn<never>[],
    })),
  { tabella: 'produzione_padre', columns: GIORNATE as readonly GridColumn<never>[] },
  { tabella: 'macchinari', columns: macchinariColumns(macchinari) as readonly GridColumn<never>[] },
  { tabella: 'cantieri', columns: cantieriColumns(cantieri) as readonly GridColumn<never>[] },
  { tabella: 'manutenzioni', columns: manutenzioniColumns(undefined) as readonly GridColumn<never>[] },
  {
    tabella: STORICO,
    columns: writtenColumns(
      catalogue,
      storicoColumns(catalogue, { unfolded: new Set(), onFold: () => {} }),
    ) as readonly GridColumn<never>[],
  },
];

const ROW: Record<string, unknown> = {
  ...Object.fromEntries(
    catalogue.registers
      .flatMap((def) => Object.entries(def.fields))
      .map(([name, f], i) => [
        name,
        f.kind === 'number' || f.kind === 'money'
          ? i + 0.25
          : f.kind === 'date'
            ? '2026-11-20'
            : f.kind === 'flag'
              ? 1
              : f.kind === 'choice'
                ? f.options[0]?.value
                : `=testo ${i}`,
      ]),
  ),
  quantita_um: '[{"um":"ml","quantita":120.5},{"um":"mc","quantita":30}]',
  manutenzione_oltre: 12,
  utente: 'l.ferretti',
  versione: 3,
  tabella: 'macchinari',
  id: 7,
  tipo: 'modificato',
  evento: 'MacchinarioModificato.v1',
  quando: '2026-11-20T08:30:00.000Z',
  nome: null,
  frase: 'ha modificato 1 campo',
  motivo: null,
  campi: [{ campo: 'ore_km', etichetta: 'Ore/Km', tipo: 'number', prima: 1, dopo: 2.5 }],
};

describe('un elenco esportato dal browser e dal server', () => {
  it('ha le stesse colonne, con le stesse celle', () => {
    for (const { tabella, columns } of LISTS) {
      const list = exportableList(tabella)!;
      for (const column of columns) {
        const where = `${tabella}.${column.id}`;
        const exportable = list.columns.get(column.id);
        expect(exportable, where).toBeDefined();
        const here = exportColumn(column);
        expect([here.label, here.type], where).toEqual([exportable!.label, exportable!.type]);
        expect(cell(here, cellValue(column, ROW as never)), where).toEqual(cell(exportable!, exportable!.value(ROW)));
      }
    }
  });
});

describe('le quantità di una giornata', () => {
  it('stanno ognuna con la sua unità, sullo schermo e nel file', () => {
    const column = GIORNATE.find(({ id }) => id === 'quantita')!;
    const texts = ([quantita_um]: [string | null]) => [
      cellValue(column, { quantita: 150.5, quantita_um } as never),
      exportableList('produzione_padre')!.columns.get('quantita')!.value({ quantita: 150.5, quantita_um }),
    ];
    expect(texts([ROW['quantita_um'] as string])).toEqual(['120,5 ml, 30 mc', '120,5 ml, 30 mc']);
    expect(texts(['[{"um":null,"quantita":1234.567}]'])).toEqual(['1.234,567', '1.234,567']);
    expect(texts([null])).toEqual([null, null]);
  });
});

describe('la selezione come elenco', () => {
  const accise = catalogue.registerOrThrow('accise');
  const query: ListQuery = { pagina: 3, righe: 10, ordina: '-data', cerca: 'A1', filtri: { cantiere: '0412' } };
  const keys = (count: number) => new Set(Array.from({ length: count }, (_, i) => String(i)));

  it('alcune righe si chiedono per chiave, tutte con la stessa domanda, tutte meno alcune per differenza', () => {
    expect(selectionQuery(accise, query, { all: false, keys: keys(2) })).toMatchObject({ cerca: '', filtri: { id: ['0', '1'] } });
    expect(selectionQuery(accise, query, { all: true, keys: new Set() })).toEqual(query);
    expect(selectionQuery(accise, query, { all: true, keys: keys(2) })).toMatchObject({
      cerca: 'A1',
      filtri: { cantiere: '0412', id: { diverso: ['0', '1'] } },
    });
  });
  it('troppe chiavi non si possono chiedere', () => {
    for (const all of [true, false]) expect(selectionQuery(accise, query, { all, keys: keys(501) })).toBeNull();
    expect(selectionQuery(accise, { ...query, filtri: { id: 4 } }, { all: true, keys: keys(1) })).toBeNull();
  });
});
