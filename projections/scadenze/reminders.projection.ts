import type { Kysely } from 'kysely';
import { recordedData } from '#contracts/core/facts.ts';
import { reminderEvents } from '#contracts/modules/scadenze/reminder.events.ts';
import { REMINDER_FAILED, REMINDER_SENT } from '#contracts/modules/scadenze/reminder-names.ts';
import { upsertRows } from '../engine/bulk.ts';
import type { Target } from '../engine/columns.ts';
import type { Projection } from '../engine/projection.ts';
import { columnValue } from '../registers/row.ts';
import type { ReadDatabase } from '../database.ts';
import { createTargetTable } from '../target-table.ts';

/** Table of the last outcome per person and morning. Addresses stay in the log. */
const OUTCOMES: Target = {
  table: 'promemoria',
  columns: [
    { name: 'giorno', type: 'date' },
    { name: 'destinatario', type: 'text' },
    { name: 'versione', type: 'integer' },
    { name: 'esito', type: 'text' },
    { name: 'quando', type: 'timestamptz' },
    { name: 'righe', type: 'integer' },
    { name: 'spiegazione', type: 'text' },
  ],
  key: ['giorno', 'destinatario'],
  ifExists: 'replace',
};

async function create(db: Kysely<ReadDatabase>): Promise<void> {
  await createTargetTable(db, OUTCOMES);
  await db.schema.createIndex('promemoria_destinatario').on(OUTCOMES.table).columns(['destinatario', 'giorno desc']).execute();
}

export const remindersProjection: Projection = {
  name: 'promemoria',
  tables: ['promemoria'],
  lookups: [],
  events: [REMINDER_SENT, REMINDER_FAILED],
  create,
  async apply(tx, events) {
    // all events of a digest are in one stream, in order, so the last one in the batch is the newest
    const rows = new Map(
      events.flatMap(({ type, version, data: recorded, metadata }) => {
        const data = recordedData(reminderEvents, recorded);
        const giorno = columnValue(data.giorno, 'date');
        const addressee = columnValue(data.destinatario, 'text');
        if (giorno === null || addressee === null) return [];
        const row = {
          giorno,
          destinatario: addressee,
          versione: version,
          esito: type === REMINDER_SENT ? 'inviato' : columnValue(data.esito, 'text'),
          quando: metadata.at,
          righe: Number.isSafeInteger(data.righe) ? data.righe : null,
          spiegazione: columnValue(data.spiegazione, 'text'),
        };
        return [[`${giorno}/${addressee}`, row] as const];
      }),
    );
    upsertRows(tx, OUTCOMES, [...rows.values()]);
  },
};
