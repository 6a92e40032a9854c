import { accise } from '#contracts/registers/accise.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { upsertRows } from '../engine/bulk.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { recordEventsOf } from '../engine/record-events.ts';
import type { Projection } from '../engine/projection.ts';
import { stateful, type Change } from '../engine/stateful.ts';
import { statements } from '../database/compiled.ts';
import { anyOf } from '../registers/register.table.ts';
import { columnKey } from '../registers/row.ts';
import { evolveSource, METER_READING, sourceRow, tellsTheSame, type Source } from './source.ts';
import { recompute } from './recompute.ts';
import { entriesOf } from './formula.ts';
import { SOURCES, ENTRIES, createScadenze } from './scadenze.table.ts';

/** Registers whose keys are stored as numbers. */
const NUMBERED = [manutenzioni, manutMacchinari];

/**
 * Read model of maintenance deadlines, by hours and by months, and of the machines' hours per day. The projection stores the needed fields
 * of four registers in its own tables, so it does not depend on the progress of other projections. A batch recomputes the machines that it
 * changes, each from its plan, the newest record per item, and the lowest and highest reading.
 */
export const scadenzeProjection = (catalogue: Catalogue): Projection => ({
  name: 'scadenze',
  tables: ['scadenze_fonti', 'scadenze_voci', 'scadenze_manutenzione', 'scadenze_medie'],
  lookups: ['scadenze_fonti_ore', 'scadenze_fonti_data', 'scadenze_fonti_piano', 'scadenze_voci_ultima'],
  events: [macchinari, manutMacchinari, manutenzioni, accise].flatMap((def) => Object.values(def.events)),
  create: createScadenze,
  ...stateful<Source>({
    target: SOURCES,
    select: (events) =>
      recordEventsOf(catalogue, events).filter(({ change }) =>
        NUMBERED.every((def) => change.table !== def.path || columnKey(def, change.id) !== null),
      ),
    key: ({ change }) => [change.table, change.id],
    load: ({ tabella, id, versione, esiste, matricola, valori }) => ({ tabella, id, versione, esiste, matricola, valori }) as Source,
    store: sourceRow,
    version: ({ versione }) => versione,
    evolve: evolveSource,
    async rows(tx, changes) {
      // most changes of a record do not affect deadlines
      const telling = changes.filter(({ before, after }) => !before || !tellsTheSame(before, after));
      writeEntries(
        tx,
        telling.filter(({ after }) => after.tabella === manutenzioni.path),
      );
      // a record that moves to another machine changes the deadlines of both
      await recompute(tx, [...new Set(telling.flatMap(({ before, after }) => [before?.matricola, after.matricola]))].filter(isText));
    },
  }),
});

/** Replaces the stored items of maintenance records. */
function writeEntries(tx: BatchTransaction, interventi: readonly Change<Source>[]): void {
  const old = interventi.flatMap(({ before }) => before?.id ?? []);
  if (old.length > 0) tx.send(statements.deleteFrom(ENTRIES.table).where('id', '=', anyOf(old, 'bigint')).compile());
  const rows = interventi
    .map(({ after }) => after)
    .filter((f) => f.esiste && f.matricola !== null)
    .flatMap(({ id, matricola, valori }) =>
      entriesOf(valori.manutenzione, valori.ore_scadenza).map((entry) => ({
        id: Number(id),
        voce: entry,
        matricola,
        data: valori.data ?? null,
        ore_scadenza: valori.ore_scadenza ?? null,
        ore: valori.ore_km ?? null,
        lavoro: valori.tipologia !== METER_READING,
      })),
    );
  upsertRows(tx, ENTRIES, rows);
}

const isText = (v: string | null | undefined): v is string => typeof v === 'string' && v !== '';
