import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { JsonObject } from '#contracts/core/events.ts';
import type { ProcessoState } from '#contracts/modules/processi.ts';
import type { JobOutcome, JobRequest, JobRow, JobsAsked, JobsFound, JobsOfKind, KeptJob } from '#contracts/ports/job-queue.ts';
import { allFiles, type WithFiles } from './result-files.ts';

/**
 * Reads and writes the rows of `public.processi`: a job, its progress and its end. The condition of each update names the states that it
 * may follow, so that a worker that lost its job changes nothing.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- the table's type belongs to services; rows are typed here, query by query
export type WriteDb = Kysely<any>;

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
  /** True if cancelling was requested. */
  annulla: boolean;
}

/** Days that a result and its row are kept, unless the kind of job says otherwise. */
export const RESULT_DAYS = 7;
/** Days that a result with personal data is kept. */
export const PERSONAL_DAYS = 1;
export const expiry = (days: number) => sql`now() + make_interval(days => ${days}::int)`;

/** Limit of a person's unfinished jobs, and the kinds that are not counted. */
export interface Limit {
  atMost: number | undefined;
  uncounted: readonly string[];
}

/**
 * Counts the person's unfinished jobs and runs the work under that person's lock, so that two requests cannot both take the last place.
 * `room` is false when there is none left.
 */
async function inTurnOf<T>(
  db: WriteDb,
  utente: string,
  { atMost, uncounted }: Limit,
  work: (tx: WriteDb, room: boolean) => Promise<T>,
): Promise<T> {
  if (atMost === undefined) return work(db, true);
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('processi'), hashtext(${utente}))`.execute(tx);
    return work(tx, await hasRoom(tx, utente, atMost, uncounted));
  });
}

async function hasRoom(db: WriteDb, utente: string, atMost: number, uncounted: readonly string[]): Promise<boolean> {
  const {
    rows: [open],
  } = await sql<{ count: number }>`select count(*)::int as count from public.processi
    where utente = ${utente} and status in ('queued', 'running') and not tipo = any(${uncounted})`.execute(db);
  return (open?.count ?? 0) < atMost;
}

/** Inserts the row of a job. `known`: a row with that id exists and stays as it is. `full`: the person has too many unfinished jobs. */
export async function insert(db: WriteDb, id: string, r: JobRequest, uncounted: readonly string[]): Promise<'fresh' | 'known' | 'full'> {
  return inTurnOf(db, r.utente, { atMost: r.atMost, uncounted }, async (tx, room) => {
    if (room) return (await insertRow(tx, id, r)) ? 'fresh' : 'known';
    return (await find(tx, id)) ? 'known' : 'full';
  });
}

/** Returns true if the person may start that job, or has done so already. */
export async function mayAsk(db: WriteDb, utente: string, id: string, { atMost = Infinity, uncounted }: Limit): Promise<boolean> {
  return (await hasRoom(db, utente, atMost, uncounted)) || (await find(db, id)) !== null;
}

async function insertRow(db: WriteDb, id: string, r: JobRequest): Promise<boolean> {
  const { rows } = await sql`insert into public.processi (id, tipo, titolo, status, utente, group_id, dati, correlation_id, diritti, creato)
    values (${id}, ${r.kind}, ${r.title}, 'queued', ${r.utente}, ${r.groupID}, ${JSON.stringify(r.data)}::jsonb, ${r.correlationId},
      ${r.rights ? JSON.stringify(r.rights) : null}::jsonb, coalesce(${r.at ?? null}::timestamptz, now()))
    on conflict (id) do nothing returning id`.execute(db);
  return rows.length === 1;
}

const COLUMNS = sql`id, tipo as kind, titolo as title, status, progresso as progress, messaggio as message, utente, group_id as "groupID", diritti as rights, file, nome_file as "fileName",
  creato as created, finito as finished, scade as expires, annulla is not null as cancelling, risultato is not null and risultato <> 'null'::jsonb as reported`;

export async function find(db: WriteDb, id: string): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`select ${COLUMNS} from public.processi where id = ${id} and tolto is null`.execute(db);
  return rows[0] ?? null;
}

export async function list(db: WriteDb, utente: string, limit: number): Promise<JobRow[]> {
  const { rows } =
    await sql<JobRow>`select ${COLUMNS} from public.processi where utente = ${utente} and not nascosto order by creato desc, id limit ${limit}`.execute(
      db,
    );
  return rows;
}

export async function all(db: WriteDb, { status, kind, tell = [], limit, offset }: JobsAsked): Promise<JobsFound> {
  const which = sql`tolto is null and (${status ?? null}::text is null or status = ${status ?? null}) and (${kind ?? null}::text is null or tipo = ${kind ?? null})`;
  const { rows } = await sql<JobRow & { told: JsonObject }>`select ${COLUMNS},
    (select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(dati) e where e.key = any(${[...tell]}::text[])) as told
    from public.processi where ${which} order by creato desc, id limit ${limit} offset ${offset}`.execute(db);
  const {
    rows: [counted],
  } = await sql<{ total: number }>`select count(*)::int as total from public.processi where ${which}`.execute(db);
  return { rows, total: counted?.total ?? 0 };
}

export async function ofKind(db: WriteDb, asked: JobsOfKind): Promise<KeptJob[]> {
  const { kind, id, utente, status, data, outcome, withdrawn, limit } = asked;
  const which = [
    sql`tipo = ${kind}`,
    ...(withdrawn ? [] : [sql`tolto is null`]),
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(utente === undefined ? [] : [sql`utente = ${utente}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(data === undefined ? [] : [sql`dati @> ${JSON.stringify(data)}::jsonb`]),
    ...(outcome === undefined ? [] : [sql`risultato @> ${JSON.stringify(outcome)}::jsonb and file is not null`]),
  ];
  const { rows } =
    await sql<KeptJob>`select id, titolo as title, status, messaggio as message, utente, file, creato as created, finito as finished,
      dati as data, risultato as outcome, altri_file as "otherFiles", tolto as withdrawn
    from public.processi where ${sql.join(which, sql` and `)} order by creato desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Deletes the row of a finished job and returns its files; null while it is not finished. */
export async function remove(db: WriteDb, id: string): Promise<string[] | null> {
  const { rows } =
    await sql<WithFiles>`delete from public.processi where id = ${id} and status in ('done', 'error', 'annullato') returning file, altri_file`.execute(
      db,
    );
  return rows.length === 0 ? null : allFiles(rows);
}

/** Like `remove`, but the row stays to record that the job was done. */
export async function withdraw(db: WriteDb, id: string): Promise<string[] | null> {
  const { rows } =
    await sql<WithFiles>`update public.processi p set tolto = now(), nascosto = true, file = null, nome_file = null, altri_file = '{}', scade = null
    from (select id, file, altri_file from public.processi where id = ${id} for update) prima
    where p.id = prima.id and p.status in ('done', 'error', 'annullato') and p.tolto is null returning prima.file, prima.altri_file`.execute(
      db,
    );
  return rows.length === 0 ? null : allFiles(rows);
}

export async function hide(db: WriteDb, id: string): Promise<boolean> {
  const { rows } =
    await sql`update public.processi set nascosto = true where id = ${id} and status in ('done', 'error', 'annullato') returning id`.execute(
      db,
    );
  return rows.length === 1;
}

/** Message of a job whose worker died or was stopped; stands before the progress text until the job ends. */
export const INTERRUPTED = 'Interrotto: ripreso';

/** Kinds whose jobs wait for others of the same kind. */
export interface Turns {
  oneAtATime: readonly string[];
  inOrder: readonly string[];
}

/**
 * Marks the job as running, also a second time. `wait`: another job of its kind comes first; null: the job is over. A job that was running
 * under another executor counts as interrupted.
 */
export async function start(db: WriteDb, id: string, executor: string, turns: Turns): Promise<ProcessoRow | 'wait' | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('processi'), hashtext(tipo)) from public.processi
      where id = ${id} and tipo = any(${[...turns.oneAtATime]})`.execute(tx);
    if (await waitsItsTurn(tx, id, turns)) return 'wait';
    const { rows } =
      await sql<ProcessoRow>`update public.processi set status = 'running', tentativi = tentativi + 1, esecutore = ${executor},
      interrotto = interrotto + case when status = 'running' and esecutore is distinct from ${executor} then 1 else 0 end,
      messaggio = case when status = 'running' then ${INTERRUPTED} else messaggio end
      where id = ${id} and status in ('queued', 'running')
      returning id, tipo, dati, utente, group_id, correlation_id, tentativi, interrotto, annulla is not null as annulla`.execute(tx);
    return rows[0] ?? null;
  });
}

export async function advance(db: WriteDb, id: string, progress: number, message: string | null): Promise<void> {
  await sql`update public.processi set progresso = ${progress},
    messaggio = coalesce(case when starts_with(messaggio, ${INTERRUPTED}) then ${INTERRUPTED} || ', ' end || ${message}, ${message}, messaggio)
    where id = ${id} and status = 'running'`.execute(db);
}

/** Returns true while another job of its kind runs, or, for kinds in order, while one that was requested earlier is not finished. */
async function waitsItsTurn(db: WriteDb, id: string, { oneAtATime, inOrder }: Turns): Promise<boolean> {
  if (oneAtATime.length + inOrder.length === 0) return false;
  const { rows } = await sql`select 1 from public.processi p join public.processi q on q.tipo = p.tipo and q.id <> p.id
    where p.id = ${id} and ((p.tipo = any(${[...oneAtATime]}) and q.status = 'running')
      or (p.tipo = any(${[...inOrder]}) and (q.creato, q.id) < (p.creato, p.id) and q.status in ('queued', 'running'))) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Stores the result of a job. With `unlessCancelled` it stores nothing and returns false if cancelling was requested. */
export async function endDone(
  db: WriteDb,
  id: string,
  outcome: JobOutcome,
  { days = RESULT_DAYS, unlessCancelled = false }: { days?: number | undefined; unlessCancelled?: boolean } = {},
): Promise<boolean> {
  return tellEnd(
    db,
    sql`update public.processi set status = ${outcome.failed ? 'error' : 'done'}, progresso = 100, messaggio = ${outcome.message ?? null},
    file = ${outcome.file ?? null}, nome_file = ${outcome.fileName ?? null}, altri_file = ${outcome.otherFiles ?? []}, risultato = ${JSON.stringify(outcome.data ?? null)}::jsonb,
    diritti = coalesce(${outcome.rights ? JSON.stringify(outcome.rights) : null}::jsonb, diritti),
    finito = now(), scade = ${expiry(days)}
    where id = ${id} and status = 'running' and not (${unlessCancelled}::boolean and annulla is not null)`,
  );
}

export async function fail(db: WriteDb, id: string, message: string): Promise<void> {
  await tellEnd(
    db,
    sql`update public.processi set status = 'error', messaggio = ${message}, finito = now(), scade = ${expiry(RESULT_DAYS)}
    where id = ${id} and status in ('queued', 'running')`,
  );
}

/** Writes the end of a job to the trail of accesses in the same statement as the row, which may be deleted afterwards. */
export async function tellEnd(db: WriteDb, ended: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`with ended as (${ended} returning utente, titolo, messaggio, status)
    insert into public.accessi (quando, tipo, utente, cosa)
    select now(), 'operazione', utente, concat_ws(': ', titolo, case status when 'error' then concat_ws(', ', 'non riuscita', messaggio) else messaggio end) from ended returning 1`.execute(
    db,
  );
  return rows.length > 0;
}

/**
 * Puts the job back in the queue, to be tried again or because the worker is stopping; `counted` is false for the latter, which is no
 * attempt.
 */
export async function putBack(db: WriteDb, id: string, message: string | null, counted: boolean): Promise<void> {
  await sql`update public.processi set status = 'queued', progresso = 0, messaggio = ${message},
    tentativi = greatest(0, tentativi - ${counted ? 0 : 1}::int) where id = ${id} and status = 'running'`.execute(db);
}

/** Starts a failed job from nothing again; `unknown` when it does not exist or has not failed. */
export async function reset(db: WriteDb, id: string, limit: Limit): Promise<'fresh' | 'unknown' | 'full'> {
  const row = await find(db, id);
  if (row?.status !== 'error' || row.reported) return 'unknown';
  return inTurnOf(db, row.utente, limit, async (tx, room) => (room ? ((await resetRow(tx, id)) ? 'fresh' : 'unknown') : 'full'));
}

async function resetRow(db: WriteDb, id: string): Promise<boolean> {
  const { rows } =
    await sql`update public.processi set status = 'queued', progresso = 0, messaggio = null, tentativi = 0, interrotto = 0, annulla = null, annullato_da = null,
    file = null, nome_file = null, altri_file = '{}', risultato = null, finito = null, scade = null, nascosto = false where id = ${id} and status = 'error' returning id`.execute(
      db,
    );
  return rows.length === 1;
}

/** Returns the unfinished jobs, oldest first; each should be in the queue or in a worker's hands. */
export async function open(db: WriteDb, count: number): Promise<Pick<ProcessoRow, 'id' | 'tipo'>[]> {
  const { rows } = await sql<Pick<ProcessoRow, 'id' | 'tipo'>>`select id, tipo from public.processi
    where status in ('queued', 'running') order by creato, id limit ${count}`.execute(db);
  return rows;
}

/** Returns how many unfinished jobs of these kinds the person of a job has, that job included. */
export async function openBeside(db: WriteDb, id: string, kinds: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from public.processi p join public.processi q on q.utente = p.utente
    where p.id = ${id} and q.status in ('queued', 'running') and q.tipo = any(${[...kinds]})`.execute(db);
  return rows[0]?.count ?? 1;
}

export async function count(db: WriteDb): Promise<Record<ProcessoState, number>> {
  const { rows } = await sql<{ status: ProcessoState; quanti: number }>`select status, count(*)::int as quanti
    from public.processi group by status`.execute(db);
  return { queued: 0, running: 0, done: 0, error: 0, annullato: 0, ...Object.fromEntries(rows.map((r) => [r.status, r.quanti])) };
}
