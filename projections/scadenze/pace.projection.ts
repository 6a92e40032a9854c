import { sql } from 'kysely';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { evolveRecord, recordKey, type RecordState } from '#contracts/core/record-state.ts';
import { accise } from '#contracts/registers/accise.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { upsertRows, type Target } from '../engine/bulk.ts';
import { bornIn, knownFacts, type Fact } from '../engine/facts.ts';
import type { Projection } from '../engine/projection.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { columnKey, columnValue } from '../registers/row.ts';
import { createPace, PACE_COLUMNS, READING_COLUMNS } from './board.table.ts';

const READINGS: Target = { table: 'scadenzario_letture', columns: READING_COLUMNS, key: ['tabella', 'id'], ifExists: 'replace' };
const PACE: Target = { table: 'scadenzario_medie', columns: PACE_COLUMNS, key: ['matricola'], ifExists: 'replace' };

/** Days before the last reading over which hours are averaged; also the age in days at which an average becomes stale. */
export const PACE_DAYS = 90;

const HOURS: Readonly<Record<string, string>> = { [manutenzioni.path]: 'ore_km', [accise.path]: 'ore' };

interface Reading {
  tabella: string;
  id: string;
  versione: number;
  esiste: boolean;
  matricola: string | null;
  data: string | null;
  ore: number | null;
}

/** Read model of machines' hours per day, from dated readings; used to forecast maintenance by hours. */
export const paceProjection = (catalogue: Catalogue): Projection => ({
  name: 'scadenzario_ore',
  tables: ['scadenzario_letture', 'scadenzario_medie'],
  lookups: ['scadenzario_letture_matricola'],
  events: [...Object.values(manutenzioni.events), ...Object.values(accise.events)],
  create: createPace,
  async apply(tx, events) {
    const facts = knownFacts(catalogue, events).filter(
      ({ change }) => columnKey(change.table === accise.path ? accise : manutenzioni, change.id) !== null,
    );
    if (facts.length === 0) return;
    const readings = await readReadings(tx, facts);
    const was = new Map(readings);
    for (const fact of facts) {
      const key = recordKey(fact.change.table, fact.change.id);
      const before = readings.get(key);
      if (before && fact.event.version <= before.versione) continue;
      readings.set(key, evolveReading(before, fact));
    }
    const changed = [...readings].filter(([key, reading]) => reading !== was.get(key));
    upsertRows(
      tx,
      READINGS,
      changed.map(([, reading]) => ({ ...reading })),
    );
    const machines = new Set(changed.flatMap(([key, { matricola }]) => [matricola, was.get(key)?.matricola]).filter((one) => one != null));
    await recompute(tx, [...machines]);
  },
});

function evolveReading(before: Reading | undefined, { event, change }: Fact): Reading {
  const hours = HOURS[change.table]!;
  const values: Values = before ? { matricola: before.matricola, data: before.data, [hours]: before.ore } : {};
  const base = before && ({ table: change.table, id: change.id, exists: before.esiste, values, version: before.versione } as RecordState);
  const after = evolveRecord(
    base && { ...base, utente: '', created: '', modified: '', modifiedBy: '', files: {}, parentDeleted: false },
    change,
    event,
  );
  const ore = columnValue(after.values[hours], 'numeric');
  return {
    tabella: change.table,
    id: change.id,
    versione: after.version,
    esiste: after.exists,
    matricola: columnValue(after.values['matricola'], 'text') as string | null,
    data: columnValue(after.values['data'], 'date') as string | null,
    ore: ore === null ? null : Number(ore),
  };
}

async function readReadings(tx: BatchTransaction, facts: readonly Fact[]): Promise<Map<string, Reading>> {
  const touched = new Map(facts.map(({ change: { table, id } }) => [recordKey(table, id), { table, id }] as const));
  return tx.recall('scadenzario_letture', { keys: touched.keys(), born: bornIn(facts) }, async (others) => {
    const [tables, ids] = [others.map((key) => touched.get(key)?.table), others.map((key) => touched.get(key)?.id)];
    const rows = await tx.query(sql<Reading>`select l.* from scadenzario_letture l
      join unnest(${tables}::text[], ${ids}::text[]) as c(tabella, id) on c.tabella = l.tabella and c.id = l.id`);
    return new Map(rows.map((reading) => [recordKey(reading.tabella, reading.id), reading]));
  });
}

/**
 * Recomputes the hours per day: difference between highest and lowest reading of those days, divided by the days between. Needs readings of
 * two days and growing hours.
 */
async function recompute(tx: BatchTransaction, machines: readonly string[]): Promise<void> {
  if (machines.length === 0) return;
  tx.send(sql`delete from scadenzario_medie where matricola = any(${machines}::text[])`);
  const rows = await tx.query(sql<
    Record<string, unknown>
  >`select u.matricola, u.ultima::text as ultima, (p.piu - p.meno) / (p.fino - p.da) as ore_giorno
    from (select l.matricola, max(l.data) as ultima from scadenzario_letture l
      where l.matricola = any(${machines}::text[]) and l.esiste and l.data is not null and l.ore is not null group by l.matricola) u
    cross join lateral (select max(l.ore) as piu, min(l.ore) as meno, max(l.data) as fino, min(l.data) as da from scadenzario_letture l
      where l.matricola = u.matricola and l.esiste and l.ore is not null and l.data between u.ultima - ${PACE_DAYS}::integer and u.ultima) p
    where p.fino > p.da and p.piu > p.meno`);
  upsertRows(tx, PACE, rows);
}
