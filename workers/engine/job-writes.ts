import { expressionBuilder, sql, type Expression, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { JsonObject } from '#contracts/core/events.ts';
import type { JobOutcome, JobRequest } from '#contracts/ports/job-queue.ts';
import { find, isBehind } from './job-reads.ts';
import { isOfKind, jobTables, UNFINISHED, type JobTables, type WriteDb } from './job-tables.ts';
import { allFiles } from './result-files.ts';

/*
 * Reads and writes the rows of `public.processi`: a job, its progress and its end. The condition of each update names the states that it
 * may follow, so that a worker that lost its job changes nothing.
 */

/** States of a finished job, as literals. */
const FINISHED = [sql.lit('done' as const), sql.lit('error' as const), sql.lit('annullato' as const)];
const RUNNING = sql.lit('running' as const);

const eb = expressionBuilder<JobTables>();

export interface ProcessoRow {
  id: string;
  tipo: string;
  dati: JsonObject;
  utente: string;
  group_id: number;
  correlation_id: string;
  tentativi: number;
  /** Number of times that its worker died while it ran. */
  interrotto: number;
  /** True if cancelling was requested; in the table, the instant of the request. */
  annulla: boolean;
}

/** Days that a result and its row are kept, unless the kind of job says otherwise. */
export const RESULT_DAYS = 7;
/** Days that a result with personal data is kept. */
export const PERSONAL_DAYS = 1;
export const expiry = (days: number) => sql<Date>`now() + make_interval(days => ${days}::int)`;

/** Limit of a person's unfinished jobs, and the kinds that are not counted. */
export interface Limit {
  atMost: number | undefined;
  uncounted: readonly string[];
}

/**
 * Counts the person's unfinished jobs and runs the work under that person's lock, so that two requests cannot both take the last place.
 * `room` is false when there is none left.
 */
async function underLockOf<T>(
  db: WriteDb,
  utente: string,
  { atMost, uncounted }: Limit,
  work: (tx: WriteDb, room: boolean) => Promise<T>,
): Promise<T> {
  if (atMost === undefined) return work(db, true);
  return db.transaction().execute(async (tx) => {
    await jobTables(tx)
      .selectNoFrom(({ val }) => jobsLock(val(utente)).as('locked'))
      .execute();
    return work(tx, await hasRoom(tx, utente, atMost, uncounted));
  });
}

/**
 * Takes the lock of one person, or of one kind of job, until the transaction ends. A person and a kind of the same name only wait for each
 * other.
 */
const jobsLock = (of: Expression<string>) =>
  eb.fn('pg_advisory_xact_lock', [eb.fn('hashtext', [sql.lit('processi')]), eb.fn('hashtext', [of])]);

async function hasRoom(db: WriteDb, utente: string, atMost: number, uncounted: readonly string[]): Promise<boolean> {
  const unfinished = await jobTables(db)
    .selectFrom('processi')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('utente', '=', utente)
    .where('status', 'in', UNFINISHED)
    .where(({ not, ref }) => not(isOfKind(ref('tipo'), uncounted)))
    .executeTakeFirst();
  return (unfinished?.count ?? 0) < atMost;
}

/** Inserts the row of a job. `known`: a row with that id exists and stays as it is. `full`: the person has too many unfinished jobs. */
export async function insert(db: WriteDb, id: string, r: JobRequest, uncounted: readonly string[]): Promise<'fresh' | 'known' | 'full'> {
  return underLockOf(db, r.utente, { atMost: r.atMost, uncounted }, async (tx, room) => {
    if (room) return (await insertRow(tx, id, r)) ? 'fresh' : 'known';
    return (await find(tx, id)) ? 'known' : 'full';
  });
}

/** Returns true if the person may start that job, or has done so already. */
export async function mayAsk(db: WriteDb, utente: string, id: string, { atMost = Infinity, uncounted }: Limit): Promise<boolean> {
  return (await hasRoom(db, utente, atMost, uncounted)) || (await find(db, id)) !== null;
}

async function insertRow(db: WriteDb, id: string, r: JobRequest): Promise<boolean> {
  const inserted = await jobTables(db)
    .insertInto('processi')
    .values({
      id,
      tipo: r.kind,
      titolo: r.title,
      status: 'queued',
      utente: r.utente,
      group_id: r.groupID,
      dati: JSON.stringify(r.data),
      correlation_id: r.correlationId,
      diritti: r.rights ? JSON.stringify(r.rights) : null,
      ...(r.at ? { creato: r.at } : {}),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Deletes the row of a finished job and returns its files; null while it is not finished. */
export async function remove(db: WriteDb, id: string): Promise<string[] | null> {
  const rows = await jobTables(db)
    .deleteFrom('processi')
    .where('id', '=', id)
    .where('status', 'in', FINISHED)
    .returning(['file', 'altri_file'])
    .execute();
  return rows.length === 0 ? null : allFiles(rows);
}

/** Like `remove`, but the row stays to record that the job was done. */
export async function withdraw(db: WriteDb, id: string): Promise<string[] | null> {
  const rows = await jobTables(db)
    .updateTable('processi as p')
    .from(({ selectFrom }) => selectFrom('processi').select(['id', 'file', 'altri_file']).where('id', '=', id).forUpdate().as('prima'))
    .set(({ fn }) => ({ tolto: fn<Date>('now'), nascosto: true, file: null, nome_file: null, altri_file: [], scade: null }))
    .whereRef('p.id', '=', 'prima.id')
    .where('p.status', 'in', FINISHED)
    .where('p.tolto', 'is', null)
    .returning(['prima.file', 'prima.altri_file'])
    .execute();
  return rows.length === 0 ? null : allFiles(rows);
}

export async function hide(db: WriteDb, id: string): Promise<boolean> {
  const hidden = await jobTables(db)
    .updateTable('processi')
    .set({ nascosto: true })
    .where('id', '=', id)
    .where('status', 'in', FINISHED)
    .returning('id')
    .executeTakeFirst();
  return hidden !== undefined;
}

/** Message of a job whose worker died or was stopped; stands before the progress text until the job ends. */
export const INTERRUPTED = 'Interrotto: ripreso';

/** Kinds whose jobs wait for others of the same kind. */
export interface KindsThatWait {
  oneAtATime: readonly string[];
  inOrder: readonly string[];
}

/** Why a job did not start: another job of its kind runs, one that was requested earlier is not finished, or the job itself has ended. */
export type NotStarted = 'another runs' | 'an earlier one waits' | 'ended';

/** Marks the job as running, also a second time. A job that was running under another executor counts as interrupted. */
export async function startJob(
  db: WriteDb,
  id: string,
  executor: string,
  turns: KindsThatWait,
): Promise<{ started: ProcessoRow } | { notStarted: NotStarted }> {
  return db.transaction().execute(async (tx) => {
    await jobTables(tx)
      .selectFrom('processi')
      .select(({ ref }) => jobsLock(ref('tipo')).as('locked'))
      .where('id', '=', id)
      .where(({ ref }) => isOfKind(ref('tipo'), turns.oneAtATime))
      .execute();
    if (await isBehind(tx, id, turns.inOrder)) return { notStarted: 'an earlier one waits' };
    if (await anotherRuns(tx, id, turns.oneAtATime)) return { notStarted: 'another runs' };
    const started = await jobTables(tx)
      .updateTable('processi')
      .set(({ case: when, eb, lit, ref, val }) => ({
        status: 'running',
        tentativi: eb('tentativi', '+', 1),
        esecutore: executor,
        interrotto: eb(
          'interrotto',
          '+',
          when()
            .when(eb.and([eb('status', '=', RUNNING), eb('esecutore', 'is distinct from', executor)]))
            .then(lit(1))
            .else(lit(0))
            .end(),
        ),
        messaggio: when().when('status', '=', RUNNING).then(val(INTERRUPTED)).else(ref('messaggio')).end(),
      }))
      .where('id', '=', id)
      .where('status', 'in', UNFINISHED)
      .returning(({ eb }) => [
        'id',
        'tipo',
        'dati',
        'utente',
        'group_id',
        'correlation_id',
        'tentativi',
        'interrotto',
        eb('annulla', 'is not', null).$castTo<boolean>().as('annulla'),
      ])
      .executeTakeFirst();
    return started ? { started } : { notStarted: 'ended' };
  });
}

export async function advance(db: WriteDb, id: string, progress: number, message: string | null): Promise<void> {
  await jobTables(db)
    .updateTable('processi')
    .set(({ case: when, eb, fn, val }) => ({
      progresso: progress,
      messaggio: fn.coalesce(
        eb(
          when()
            .when(fn<boolean>('starts_with', ['messaggio', val(INTERRUPTED)]))
            .then(val(`${INTERRUPTED}, `))
            .end(),
          '||',
          message,
        ),
        val(message),
        'messaggio',
      ),
    }))
    .where('id', '=', id)
    .where('status', '=', RUNNING)
    .execute();
}

/** Tells whether another job of its kind runs, for kinds that run one at a time. */
async function anotherRuns(db: WriteDb, id: string, oneAtATime: readonly string[]): Promise<boolean> {
  if (oneAtATime.length === 0) return false;
  const another = await jobTables(db)
    .selectFrom('processi as p')
    .innerJoin('processi as q', (join) => join.onRef('q.tipo', '=', 'p.tipo').onRef('q.id', '<>', 'p.id'))
    .select('q.id')
    .where('p.id', '=', id)
    .where(({ ref }) => isOfKind(ref('p.tipo'), oneAtATime))
    .where('q.status', '=', RUNNING)
    .limit(1)
    .executeTakeFirst();
  return another !== undefined;
}

/**
 * Stores the result of a job, also of one whose outcome is a failure. With `unlessCancelled` it stores nothing and returns false if cancelling
 * was requested.
 */
export async function recordResult(
  db: WriteDb,
  id: string,
  outcome: JobOutcome,
  { days = RESULT_DAYS, unlessCancelled = false }: { days?: number | undefined; unlessCancelled?: boolean } = {},
): Promise<boolean> {
  const update = jobTables(db)
    .updateTable('processi')
    .set(({ fn }) => ({
      status: outcome.failed ? 'error' : 'done',
      progresso: 100,
      messaggio: outcome.message ?? null,
      file: outcome.file ?? null,
      nome_file: outcome.fileName ?? null,
      altri_file: [...(outcome.otherFiles ?? [])],
      risultato: JSON.stringify(outcome.data ?? null),
      ...(outcome.rights ? { diritti: JSON.stringify(outcome.rights) } : {}),
      finito: fn<Date>('now'),
      scade: expiry(days),
    }))
    .where('id', '=', id)
    .where('status', '=', RUNNING)
    .$if(unlessCancelled, (query) => query.where('annulla', 'is', null));
  return recordEnd(db, update);
}

export async function recordFailure(db: WriteDb, id: string, message: string): Promise<void> {
  const update = jobTables(db)
    .updateTable('processi')
    .set(({ fn }) => ({ status: 'error', messaggio: message, finito: fn<Date>('now'), scade: expiry(RESULT_DAYS) }))
    .where('id', '=', id)
    .where('status', 'in', UNFINISHED);
  await recordEnd(db, update);
}

/** Writes the end of a job to the trail of accesses in the same statement as the row, which may be deleted afterwards. */
export async function recordEnd(
  db: WriteDb,
  update: UpdateQueryBuilder<JobTables, 'processi', 'processi', UpdateResult>,
): Promise<boolean> {
  const trailEntries = await jobTables(db)
    .with('ended', () => update.returning(['utente', 'titolo', 'messaggio', 'status']))
    .insertInto('accessi')
    .columns(['quando', 'tipo', 'utente', 'cosa'])
    .expression(({ selectFrom }) =>
      selectFrom('ended').select(({ case: when, fn, ref, val }) => {
        const failed = fn<string>('concat_ws', [sql.lit(', '), sql.lit('non riuscita'), 'messaggio']);
        const end = when().when('status', '=', 'error').then(failed).else(ref('messaggio')).end();
        const what = fn<string>('concat_ws', [sql.lit(': '), 'titolo', end]);
        return [fn<Date>('now').as('quando'), val('operazione').as('tipo'), 'utente', what.as('cosa')];
      }),
    )
    .returning('tipo')
    .execute();
  return trailEntries.length > 0;
}

/**
 * Puts the job back in the queue. `asAttempt` tells that it failed and is tried again; a job of a worker that is stopping was no attempt.
 */
export async function putBack(
  db: WriteDb,
  id: string,
  message: string | null,
  { asAttempt = false }: { asAttempt?: boolean } = {},
): Promise<void> {
  await jobTables(db)
    .updateTable('processi')
    .set(({ eb, ref }) => ({
      status: 'queued',
      progresso: 0,
      messaggio: message,
      tentativi: asAttempt ? ref('tentativi') : eb.fn<number>('greatest', [eb.lit(0), eb('tentativi', '-', 1)]),
    }))
    .where('id', '=', id)
    .where('status', '=', RUNNING)
    .execute();
}

/** Starts a failed job from nothing again; `unknown` when it does not exist, has not failed, or its failure was reported. */
export async function reset(db: WriteDb, id: string, limit: Limit): Promise<'fresh' | 'unknown' | 'full'> {
  const row = await find(db, id);
  if (row?.status !== 'error' || row.reported) return 'unknown';
  return underLockOf(db, row.utente, limit, async (tx, room) => (room ? ((await resetRow(tx, id)) ? 'fresh' : 'unknown') : 'full'));
}

async function resetRow(db: WriteDb, id: string): Promise<boolean> {
  const restarted = await jobTables(db)
    .updateTable('processi')
    .set({ status: 'queued', progresso: 0, messaggio: null, tentativi: 0, interrotto: 0, annulla: null, annullato_da: null })
    .set({ file: null, nome_file: null, altri_file: [], risultato: null, finito: null, scade: null, nascosto: false })
    .where('id', '=', id)
    .where('status', '=', 'error')
    .returning('id')
    .executeTakeFirst();
  return restarted !== undefined;
}
