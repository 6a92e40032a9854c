import { z } from 'zod';
import type { JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { recordedData } from '#contracts/core/facts.ts';
import { contabilitaEvents } from '#contracts/modules/contabilita/event.ts';
import { ACCOUNTING_REMOVED, CONTABILITA_ELABORATA } from '#contracts/modules/contabilita/event-names.ts';
import { upsertRows } from '../engine/bulk.ts';
import type { Target } from '../engine/columns.ts';
import type { Projection } from '../engine/projection.ts';
import { createTargetTable } from '../target-table.ts';

/** Table of the runs; `mesi` holds `[{mese, commesse: [{commessa, cent}]}]`, and is empty for a run that does not count. */
const RUNS: Target = {
  table: 'manodopera',
  columns: [
    { name: 'numero', type: 'bigint' },
    { name: 'mesi', type: 'jsonb' },
  ],
  key: ['numero'],
  ifExists: 'replace',
};

/**
 * Read model of the labour cost that accounting runs assigned to each site, by month. Runs that failed, were deleted or need verification
 * have no months.
 */
export const labourProjection: Projection = {
  name: 'manodopera',
  tables: ['manodopera'],
  events: [CONTABILITA_ELABORATA, ACCOUNTING_REMOVED],
  create: (db) => createTargetTable(db, RUNS, ['mesi']),
  apply(tx, events) {
    const rows = new Map(
      events.flatMap((event) => {
        const { numero } = recordedData(contabilitaEvents, event.data);
        return Number.isSafeInteger(numero) ? [[numero, monthsIn(event)] as const] : [];
      }),
    );
    upsertRows(
      tx,
      RUNS,
      [...rows].map(([numero, mesi]) => ({ numero, mesi })),
    );
    return Promise.resolve();
  },
};

const COUNTS: ReadonlySet<unknown> = new Set(['ok', 'avvisi']);

/** Schema of a month in the event's data; entries that do not match are ignored. */
const month = z.object({ mese: z.string(), commesse: z.array(z.object({ commessa: z.string(), cent: z.int() })) });

function monthsIn({ type, data }: Pick<StoredEvent, 'type'> & { data: JsonObject }): z.output<typeof month>[] {
  const { esito, mesi } = recordedData(contabilitaEvents, data);
  if (type !== CONTABILITA_ELABORATA || !COUNTS.has(esito) || !Array.isArray(mesi)) return [];
  return mesi.flatMap((one) => {
    const read = month.safeParse(one);
    return read.success ? [read.data] : [];
  });
}
