import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Figure } from '#contracts/modules/analisi.ts';
import type { Values } from '#contracts/core/define-register.ts';
import type { ReadDatabase } from '../database.ts';

/** A production line with the values recorded in the log, and the owner of its header. */
export type Line = Values & { data: string; utente: string };

const quantity = (lines: readonly Line[]): number =>
  lines.reduce((total, line) => total + Math.round(Number(line['quantita'] ?? 0) * 1000), 0) / 1000;
const cents = (lines: readonly Line[]): number =>
  lines.reduce((total, line) => total + Math.round(Number(line['produzione'] ?? 0) * 100), 0);
const halfUp = (value: number, decimals: number): number => Math.round(value * 10 ** decimals + 1e-9) / 10 ** decimals;
const days = (lines: readonly Line[]): number => new Set(lines.map((line) => line.data)).size;

function groups(lines: readonly Line[], ...fields: string[]): { key: Values; lines: Line[] }[] {
  const found = new Map<string, { key: Values; lines: Line[] }>();
  for (const line of lines) {
    const key = Object.fromEntries(fields.map((field) => [field, line[field] ?? null]));
    const name = JSON.stringify(key);
    found.set(name, { key, lines: [...(found.get(name)?.lines ?? []), line] });
  }
  return [...found.values()];
}

const entries = (lines: readonly Line[]) =>
  groups(lines, 'lavorazione').map(({ key, lines: some }) => ({ ...key, quantita: quantity(some) }));

function extreme(lines: readonly Line[], better: (a: number, b: number) => boolean) {
  return groups(lines, 'lavorazione').map(({ key, lines: some }) => {
    const daily = groups(some, 'data')
      .map((day) => ({ date: day.key['data'], value: quantity(day.lines) }))
      .sort((a, b) => (String(a.date) < String(b.date) ? -1 : 1));
    return { ...key, ...daily.reduce((best, day) => (better(day.value, best.value) ? day : best)) };
  });
}

/** Computes each figure from single lines, without using the portal's own code for figures. */
export function recount(all: readonly Line[]): Record<Figure, Record<string, unknown>[]> {
  const lines = all.filter((line) => line['fermo'] !== 1);
  const total = cents(lines);
  return {
    perDay: groups(
      all.filter((line) => line['fermo'] !== 1 || line['note'] != null),
      'data',
    ).map(({ key, lines: some }) => ({
      date: key['data'],
      lavorazioni: groups(some, 'lavorazione', 'commessa', 'wbs', 'note').map((one) => ({
        ...one.key,
        quantita: quantity(one.lines.filter((line) => line['fermo'] !== 1)),
      })),
    })),
    equipmentPerDay: groups(lines, 'data', 'attrezzatura').map(({ key, lines: some }) => ({
      date: key['data'],
      attrezzatura: key['attrezzatura'],
      somma: quantity(some),
      lavorazioni: entries(some),
    })),
    perSite: groups(lines, 'commessa').map(({ key, lines: some }) => ({ cantieri: key['commessa'], lavorazioni: entries(some) })),
    perEquipment: groups(lines, 'attrezzatura').map(({ key, lines: some }) => ({ ...key, lavorazioni: entries(some) })),
    perOperator: groups(lines, 'operatore').map(({ key, lines: some }) => ({ ...key, lavorazioni: entries(some) })),
    valuePerSite: groups(lines, 'lavorazione').map(({ key, lines: some }) => ({
      ...key,
      lavorazioni: groups(some, 'lavorazione', 'commessa').map((one) => ({ ...one.key, produzione: cents(one.lines) / 100 })),
    })),
    share: groups(lines, 'lavorazione').map(({ key, lines: some }) => ({
      ...key,
      value: cents(some) / 100,
      produzione: total === 0 ? 0 : halfUp((cents(some) * 100) / total, 2),
    })),
    averageValue: [{ value: days(lines) === 0 ? 0 : halfUp(total / days(lines) / 100, 2) }],
    averages: groups(lines, 'lavorazione').map(({ key, lines: some }) => ({ ...key, value: halfUp(quantity(some) / days(some), 3) })),
    highest: extreme(lines, (a, b) => a > b),
    lowest: extreme(lines, (a, b) => a < b),
    totalValue: [{ value: total / 100 }],
  };
}

const Q = sql`coalesce(sum(quantita), 0)`;
const E = sql`coalesce(sum(produzione), 0)`;
const ENTRIES = (from: RawBuilder<unknown>) =>
  sql`(select json_agg(json_build_object('lavorazione', e.lavorazione, 'quantita', e.q)) from (select lavorazione, ${Q} as q ${from} group by lavorazione) e)`;

/** SQL that computes each figure from the read table of production lines, without the daily figures. */
const PLAIN: { [F in Figure]: RawBuilder<unknown> } = {
  perDay: sql`select data as date, (select json_agg(json_build_object('lavorazione', e.lavorazione, 'commessa', e.commessa, 'wbs', e.wbs, 'note', e.note, 'quantita', e.q)) from
    (select lavorazione, commessa, wbs, note, coalesce(sum(case when fermo is distinct from 1 then quantita end), 0) as q from righe i
      where i.data = o.data and (fermo is distinct from 1 or note is not null) group by lavorazione, commessa, wbs, note) e) as lavorazioni
    from righe o where fermo is distinct from 1 or note is not null group by data`,
  equipmentPerDay: sql`select data as date, attrezzatura, ${Q} as somma, ${ENTRIES(sql`from attive i where i.data = o.data and i.attrezzatura is not distinct from o.attrezzatura`)} as lavorazioni from attive o group by data, attrezzatura`,
  perSite: sql`select commessa as cantieri, ${ENTRIES(sql`from attive i where i.commessa is not distinct from o.commessa`)} as lavorazioni from attive o group by commessa`,
  perEquipment: sql`select attrezzatura, ${ENTRIES(sql`from attive i where i.attrezzatura is not distinct from o.attrezzatura`)} as lavorazioni from attive o group by attrezzatura`,
  perOperator: sql`select operatore, ${ENTRIES(sql`from attive i where i.operatore is not distinct from o.operatore`)} as lavorazioni from attive o group by operatore`,
  valuePerSite: sql`select lavorazione, (select json_agg(json_build_object('lavorazione', e.lavorazione, 'commessa', e.commessa, 'produzione', e.v)) from
    (select lavorazione, commessa, ${E} as v from attive i where i.lavorazione is not distinct from o.lavorazione group by lavorazione, commessa) e) as lavorazioni from attive o group by lavorazione`,
  share: sql`select lavorazione, ${E} as value, coalesce(round(100 * ${E} / nullif((select sum(produzione) from attive), 0), 2), 0) as produzione from attive group by lavorazione`,
  averageValue: sql`select coalesce(round(${E} / nullif(count(distinct data), 0), 2), 0) as value from attive`,
  averages: sql`select lavorazione, round(${Q} / count(distinct data), 3) as value from attive group by lavorazione`,
  highest: sql`select lavorazione, data as date, q as value from giorni o where (q, -(data - '2000-01-01'::date)) = (select q, -(data - '2000-01-01'::date) from giorni i where i.lavorazione is not distinct from o.lavorazione order by q desc, data limit 1)`,
  lowest: sql`select lavorazione, data as date, q as value from giorni o where (q, data) = (select q, data from giorni i where i.lavorazione is not distinct from o.lavorazione order by q, data limit 1)`,
  totalValue: sql`select ${E} as value from attive`,
};

export async function plainSql(
  db: Kysely<ReadDatabase>,
  name: Figure,
  { dal, al, utente }: { dal: string; al: string; utente?: string },
): Promise<Record<string, unknown>[]> {
  const mine =
    utente === undefined
      ? sql``
      : sql`and exists (select 1 from produzione_padre p where p.id = r.id_intestazione and p.utente = ${utente})`;
  const { rows } = await sql<
    Record<string, unknown>
  >`with righe as (select * from produzione r where not eliminato and not padre_eliminato and data between ${dal}::date and ${al}::date ${mine}),
    attive as (select * from righe where fermo is distinct from 1),
    giorni as (select lavorazione, data, ${Q} as q from attive group by lavorazione, data)
    ${PLAIN[name]}`.execute(db);
  return rows;
}

/** Prepares rows for a comparison: parses JSON entries, removes columns that come from other registers, and sorts the rows. */
export function comparable(rows: readonly object[]): unknown[] {
  const kept = (row: object): object =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([name]) => !['colore', 'committente', 'via', 'descrizione'].includes(name))
        .map(([name, value]): [string, unknown] => [
          name,
          name === 'lavorazioni' ? comparable(typeof value === 'string' ? (JSON.parse(value) as object[]) : (value as object[])) : value,
        ])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  return rows.map(kept).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
