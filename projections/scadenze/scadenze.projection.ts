import { sql } from 'kysely';
import { accise } from '#contracts/registers/accise.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { upsertRows, type Target } from '../engine/bulk.ts';
import type { BatchTransaction } from '../engine/transaction.ts';
import { bornIn, knownFacts, type Fact } from '../engine/facts.ts';
import type { Projection } from '../engine/projection.ts';
import { columnKey } from '../registers/row.ts';
import { evolveSource, sourceRow, tellsTheSame, type Source } from './source.ts';
import { recompute } from './recompute.ts';
import { entriesOf } from './formula.ts';
import { SOURCES_COLUMNS, ENTRY_COLUMNS, createScadenze } from './scadenze.table.ts';

const SOURCES: Target = { table: 'scadenze_fonti', columns: SOURCES_COLUMNS, key: ['tabella', 'id'], ifExists: 'replace' };
const ENTRIES: Target = { table: 'scadenze_voci', columns: ENTRY_COLUMNS, key: ['id', 'voce'], ifExists: 'replace' };

/** Registers whose keys are stored as numbers. */
const NUMBERED = [manutenzioni, manutMacchinari];

/** Kind of a maintenance record that is only a reading of the hours, not work. */
const READING = 'Lettura';

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
  async apply(tx, events) {
    const facts = knownFacts(catalogue, events).filter(({ change }) =>
      NUMBERED.every((def) => change.table !== def.path || columnKey(def, change.id) !== null),
    );
    const sources = await readSources(tx, facts);
    const known = new Set(sources.keys());
    const changed = new Set<string>();
    const counted = new Set<string>();
    const macchine = new Set<string>();
    const markMacchina = (source: Source | undefined) => source?.matricola && macchine.add(source.matricola);
    for (const fact of facts) {
      const key = recordKey(fact.change.table, fact.change.id);
      const before = sources.get(key);
      if (before && fact.event.version <= before.versione) continue;
      const after = evolveSource(before, fact);
      sources.set(key, after);
      changed.add(key);
      // most changes of a record do not affect deadlines
      if (before && tellsTheSame(before, after)) continue;
      counted.add(key);
      // a record that moves to another machine changes the deadlines of both
      markMacchina(before);
      markMacchina(after);
    }
    const [fresh, telling] = [changed, counted].map((keys) => [...keys].flatMap((key) => sources.get(key) ?? [])) as [Source[], Source[]];
    // statements run in order, so later queries see these rows without waiting for the response
    upsertRows(tx, SOURCES, fresh.map(sourceRow));
    writeEntries(
      tx,
      telling.filter((f) => f.tabella === manutenzioni.path),
      known,
    );
    await recompute(tx, [...macchine]);
  },
});

async function readSources(tx: BatchTransaction, facts: readonly Fact[]): Promise<Map<string, Source>> {
  const touched = new Map(facts.map(({ change: { table, id } }) => [recordKey(table, id), { table, id }] as const));
  return tx.recall('scadenze_fonti', { keys: touched.keys(), born: bornIn(facts) }, async (others) => {
    const [tables, id] = [others.map((key) => touched.get(key)?.table), others.map((key) => touched.get(key)?.id)];
    const rows = await tx.query(sql<Source>`select f.tabella, f.id, f.versione, f.esiste, f.matricola, f.valori from scadenze_fonti f
      join unnest(${tables}::text[], ${id}::text[]) as c(tabella, id) on c.tabella = f.tabella and c.id = f.id`);
    return new Map(rows.map((source) => [recordKey(source.tabella, source.id), source]));
  });
}

/** Replaces the stored items of maintenance records. `known`: keys of the records that may already have stored items. */
function writeEntries(tx: BatchTransaction, interventi: readonly Source[], known: ReadonlySet<string>): void {
  const old = interventi.filter((f) => known.has(recordKey(f.tabella, f.id))).map((f) => f.id);
  if (old.length > 0) tx.send(sql`delete from scadenze_voci where id = any(${old}::bigint[])`);
  const rows = interventi
    .filter((f) => f.esiste && f.matricola !== null)
    .flatMap(({ id, matricola, valori }) =>
      entriesOf(text(valori['manutenzione']), number(valori['ore_scadenza'])).map((entry) => ({
        id: Number(id),
        voce: entry,
        matricola,
        data: text(valori['data']),
        ore_scadenza: number(valori['ore_scadenza']),
        ore: number(valori['ore_km']),
        lavoro: valori['tipologia'] !== READING,
      })),
    );
  upsertRows(tx, ENTRIES, rows);
}

const text = (v: Values[string] | undefined): string | null => (typeof v === 'string' ? v : null);
const number = (v: Values[string] | undefined): number | null => (typeof v === 'number' ? v : null);
