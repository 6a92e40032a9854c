import { sql, type Kysely } from 'kysely';
import { firstDay, lastDay, type Quarter } from '#contracts/modules/accise/quarter.ts';
import type { Reading } from '#contracts/modules/accise/readings.ts';
import type { Recorded } from '#contracts/modules/accise/work-out.ts';
import type { ReadDatabase } from '../database.ts';
import { LIVE } from '../registers/register.table.ts';

type Machine = { matricola: string } & NonNullable<Recorded['machine']>;
type Point = { matricola: string } & Recorded['curve'][number];

/**
 * Returns the data of a quarter's statement: each machine with its curve, its readings of the quarter, and the last complete reading
 * before. With `utente`, only that person's readings.
 */
export async function recordedIn(db: Kysely<ReadDatabase>, quarter: Quarter, utente?: string): Promise<Recorded[]> {
  const readings = await readingsOf(db, quarter, utente);
  const matricole = [...new Set(readings.map(({ matricola }) => matricola))];
  const [machines, points] = await Promise.all([machinesOf(db, matricole), curvesOf(db, matricole)]);
  return matricole.map((matricola) => ({
    matricola,
    readings: readings.filter((one) => one.matricola === matricola),
    curve: points.filter((one) => one.matricola === matricola),
    machine: machines.find((one) => one.matricola === matricola) ?? null,
  }));
}

async function readingsOf(
  db: Kysely<ReadDatabase>,
  quarter: Quarter,
  utente: string | undefined,
): Promise<(Reading & { matricola: string })[]> {
  const [first, last] = [firstDay(quarter), lastDay(quarter)];
  const theirs = utente === undefined ? sql`true` : sql`utente = ${utente}`;
  const columns = sql`matricola, id, data, cantiere, m_giri, k_giri, ore, minuti`;
  const { rows } = await sql<Reading & { matricola: string }>`with dentro as (
      select ${columns} from accise
      where ${LIVE} and ${theirs} and matricola is not null and data between ${first}::date and ${last}::date
    )
    select * from dentro union all
    select prima.* from (select distinct matricola from dentro) m cross join lateral (
      select ${columns} from accise
      where ${LIVE} and ${theirs} and accise.matricola = m.matricola and data < ${first}::date
        and coalesce(m_giri, k_giri) is not null and coalesce(ore, minuti) is not null
      order by data desc, id desc limit 1
    ) prima`.execute(db);
  return rows;
}

async function machinesOf(db: Kysely<ReadDatabase>, matricole: readonly string[]): Promise<Machine[]> {
  const { rows } = await sql<Machine>`select matricola, targa, tipologia, accisa_ammessa, quota_accisa from macchinari
    where ${LIVE} and matricola = any(${[...matricole]}::text[])`.execute(db);
  return rows;
}

async function curvesOf(db: Kysely<ReadDatabase>, matricole: readonly string[]): Promise<Point[]> {
  const { rows } = await sql<Point>`select matricola, giri, litri_ora from curve_consumo
    where ${LIVE} and matricola = any(${[...matricole]}::text[])`.execute(db);
  return rows;
}
