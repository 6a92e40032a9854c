import { sql, type Kysely, type NotNull } from 'kysely';
import { firstDay, lastDay, type Quarter } from '#contracts/modules/accise/quarter.ts';
import type { Reading } from '#contracts/modules/accise/readings.ts';
import type { MachineReadings } from '#contracts/modules/accise/compute-rows.ts';
import type { ReadDatabase } from '../database.ts';
import { LIVE } from '../registers/register.table.ts';

type Machine = { matricola: string } & NonNullable<MachineReadings['machine']>;
type Point = { matricola: string } & MachineReadings['curve'][number];

/**
 * Returns the data of a quarter's statement: each machine with its curve, its readings of the quarter, and the last complete reading
 * before. With `utente`, only that person's readings.
 */
export async function machineReadingsIn(db: Kysely<ReadDatabase>, quarter: Quarter, utente?: string): Promise<MachineReadings[]> {
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
  const readings = db
    .selectFrom('accise as a')
    .select(['a.matricola', 'a.id', 'a.data', 'a.cantiere', 'a.m_giri', 'a.k_giri', 'a.ore', 'a.minuti'])
    .where(({ not }) => not('a.eliminato'))
    .where(({ not }) => not('a.padre_eliminato'))
    .$if(utente !== undefined, (query) => query.where('a.utente', '=', utente!))
    .$narrowType<{ matricola: NotNull; data: NotNull }>();
  const inside = readings.where('a.matricola', 'is not', null).where(({ between }) => between('a.data', first, last));
  const before = readings
    .where('a.data', '<', first)
    .where(({ eb, fn }) => eb(fn.coalesce('a.m_giri', 'a.k_giri'), 'is not', null))
    .where(({ eb, fn }) => eb(fn.coalesce('a.ore', 'a.minuti'), 'is not', null))
    .orderBy('a.data', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1);
  return db
    .with('dentro', () => inside)
    .selectFrom('dentro')
    .selectAll()
    .unionAll(({ selectFrom }) =>
      selectFrom(selectFrom('dentro').select('matricola').distinct().as('m'))
        .innerJoinLateral(before.whereRef('a.matricola', '=', sql.ref('m.matricola')).as('prima'), (join) => join.onTrue())
        .selectAll('prima'),
    )
    .execute();
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
