import { sql, type Kysely, type NotNull } from 'kysely';
import { firstDay, lastDay, type Quarter } from '#contracts/modules/accise/quarter.ts';
import type { Reading } from '#contracts/modules/accise/readings.ts';
import type { MachineReadings } from '#contracts/modules/accise/work-out.ts';
import type { ReadDatabase } from '../database.ts';
import { LIVE } from '../registers/register.table.ts';

type Machine = { matricola: string } & NonNullable<MachineReadings['machine']>;
type Point = { matricola: string } & MachineReadings['curve'][number];

/**
 * Returns the data of a quarter's statement: each machine with its curve, its readings of the quarter, and the last complete reading
 * before. With `utente`, only that person's readings.
 */
export async function recordedIn(db: Kysely<ReadDatabase>, quarter: Quarter, utente?: string): Promise<MachineReadings[]> {
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
  return db
    .selectFrom('macchinari')
    .select(['matricola', 'targa', 'tipologia', 'accisa_ammessa', 'quota_accisa'])
    .where(LIVE)
    .where(({ eb, fn }) => eb('matricola', '=', fn.any(eb.val([...matricole]))))
    .execute();
}

async function curvesOf(db: Kysely<ReadDatabase>, matricole: readonly string[]): Promise<Point[]> {
  return db
    .selectFrom('curve_consumo')
    .select(['matricola', 'giri', 'litri_ora'])
    .where(LIVE)
    .where(({ eb, fn }) => eb('matricola', '=', fn.any(eb.val([...matricole]))))
    .$narrowType<{ matricola: NotNull; giri: NotNull; litri_ora: NotNull }>()
    .execute();
}
