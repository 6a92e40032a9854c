import { sql, type ExpressionBuilder } from 'kysely';
import type { Json, JsonObject } from '#contracts/core/events.ts';
import type { ProcessoState } from '#contracts/modules/processi.ts';
import type { JobRow, JobsAsked, JobsFound, JobsOfKind, KeptJob } from '#contracts/ports/job-queue.ts';
import { isOfKind, jobTables, UNFINISHED, type JobTables, type WriteDb } from './job-tables.ts';

/** Columns of a job under the names of `JobRow`. */
const rowOf = ({ and, cast, eb }: ExpressionBuilder<JobTables, 'processi'>) =>
  [
    'id',
    'tipo as kind',
    'titolo as title',
    'status',
    'progresso as progress',
    'messaggio as message',
    'utente',
    'group_id as groupID',
    'diritti as rights',
    'file',
    'nome_file as fileName',
    'creato as created',
    'finito as finished',
    'scade as expires',
    eb('annulla', 'is not', null).$castTo<boolean>().as('cancelling'),
    and([eb('risultato', 'is not', null), eb('risultato', '<>', cast(sql.lit('null'), 'jsonb'))])
      .$castTo<boolean>()
      .as('reported'),
  ] as const;

export async function find(db: WriteDb, id: string): Promise<JobRow | null> {
  const found = await jobTables(db).selectFrom('processi').select(rowOf).where('id', '=', id).where('tolto', 'is', null).executeTakeFirst();
  return found ?? null;
}

export async function list(db: WriteDb, utente: string, limit: number): Promise<JobRow[]> {
  return jobTables(db)
    .selectFrom('processi')
    .select(rowOf)
    .where('utente', '=', utente)
    .where(({ not }) => not('nascosto'))
    .orderBy('creato', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function all(db: WriteDb, { status, kind, fields = [], limit, offset }: JobsAsked): Promise<JobsFound> {
  const matching = jobTables(db)
    .selectFrom('processi')
    .where('tolto', 'is', null)
    .where(({ and, eb }) => and([...(status ? [eb('status', '=', status)] : []), ...(kind ? [eb('tipo', '=', kind)] : [])]));
  const rows = await matching
    .select(rowOf)
    .select(({ cast, fn, selectFrom, val }) =>
      selectFrom(fn<{ key: string; value: Json }>('jsonb_each', ['dati']).as('e'))
        .select((of) =>
          of.fn
            .coalesce(of.fn.agg<JsonObject>('jsonb_object_agg', ['e.key', 'e.value']), cast<JsonObject>(sql.lit('{}'), 'jsonb'))
            .as('fields'),
        )
        .where('e.key', '=', fn.any(val([...fields])))
        .$asScalar()
        .$notNull()
        .as('fields'),
    )
    .orderBy('creato', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  const counted = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst();
  return { rows, total: counted?.total ?? 0 };
}

export async function ofKind(db: WriteDb, asked: JobsOfKind): Promise<KeptJob[]> {
  const { kind, id, utente, status, unfinished, data, outcome, includeWithdrawn, limit } = asked;
  return jobTables(db)
    .selectFrom('processi')
    .select(['id', 'titolo as title', 'status', 'messaggio as message', 'utente', 'file', 'creato as created', 'finito as finished'])
    .select(['dati as data', 'risultato as outcome', 'altri_file as otherFiles', 'tolto as withdrawn'])
    .where('tipo', '=', kind)
    .where(({ and, cast, eb, val }) =>
      and([
        ...(includeWithdrawn ? [] : [eb('tolto', 'is', null)]),
        ...(id === undefined ? [] : [eb('id', '=', id)]),
        ...(utente === undefined ? [] : [eb('utente', '=', utente)]),
        ...(status === undefined ? [] : [eb('status', '=', status)]),
        ...(unfinished ? [eb('status', 'in', UNFINISHED)] : []),
        ...(data === undefined ? [] : [eb('dati', '@>', cast<JsonObject>(val(JSON.stringify(data)), 'jsonb'))]),
        ...(outcome === undefined ? [] : [eb('risultato', '@>', cast(val(JSON.stringify(outcome)), 'jsonb')), eb('file', 'is not', null)]),
      ]),
    )
    .orderBy('creato', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

type JobBuilder = ExpressionBuilder<JobTables & { p: JobTables['processi'] }, 'p'>;

/** Condition that job `p` is of a kind in order, and that one of its kind that was requested earlier is not finished. */
const behind = ({ and, exists, ref, selectFrom }: JobBuilder, inOrder: readonly string[]) =>
  and([
    isOfKind(ref('p.tipo'), inOrder),
    exists(
      selectFrom('processi as earlier')
        .select('earlier.id')
        .whereRef('earlier.tipo', '=', 'p.tipo')
        .where('earlier.status', 'in', UNFINISHED)
        .where((inner) => inner.eb(inner.refTuple('earlier.creato', 'earlier.id'), '<', inner.refTuple('p.creato', 'p.id'))),
    ),
  ]);

/** Tells whether a job of a kind in order must wait for one that was requested earlier. */
export async function isBehind(db: WriteDb, id: string, inOrder: readonly string[]): Promise<boolean> {
  if (inOrder.length === 0) return false;
  const row = await jobTables(db)
    .selectFrom('processi as p')
    .select('p.id')
    .where('p.id', '=', id)
    .where((builder) => behind(builder, inOrder))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the unfinished jobs that are behind no other, oldest first; each should be in the queue or in a worker's hands. */
export async function open(db: WriteDb, inOrder: readonly string[], count: number): Promise<{ id: string; tipo: string }[]> {
  return jobTables(db)
    .selectFrom('processi as p')
    .select(['p.id', 'p.tipo'])
    .where('p.status', 'in', UNFINISHED)
    .where((builder) => builder.not(behind(builder, inOrder)))
    .orderBy('p.creato')
    .orderBy('p.id')
    .limit(count)
    .execute();
}

/** Returns the job whose turn it is now that this one has ended: the first unfinished one of its kind, if the kind is in order. */
export async function nextInOrder(db: WriteDb, id: string, inOrder: readonly string[]): Promise<{ id: string; tipo: string } | null> {
  if (inOrder.length === 0) return null;
  const next = await jobTables(db)
    .selectFrom('processi as ended')
    .innerJoin('processi as p', 'p.tipo', 'ended.tipo')
    .select(['p.id', 'p.tipo'])
    .where('ended.id', '=', id)
    .where(({ ref }) => isOfKind(ref('ended.tipo'), inOrder))
    .where('p.status', 'in', UNFINISHED)
    .orderBy('p.creato')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst();
  return next ?? null;
}

/** Returns how many unfinished jobs of these kinds the person of a job has, that job included. */
export async function openBeside(db: WriteDb, id: string, kinds: readonly string[]): Promise<number> {
  const row = await jobTables(db)
    .selectFrom('processi as p')
    .innerJoin('processi as q', 'q.utente', 'p.utente')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('p.id', '=', id)
    .where('q.status', 'in', UNFINISHED)
    .where(({ ref }) => isOfKind(ref('q.tipo'), kinds))
    .executeTakeFirst();
  return row?.count ?? 1;
}

export async function count(db: WriteDb): Promise<Record<ProcessoState, number>> {
  const rows = await jobTables(db)
    .selectFrom('processi')
    .select(({ fn }) => ['status', fn.countAll<number>().as('quanti')])
    .groupBy('status')
    .execute();
  return { queued: 0, running: 0, done: 0, error: 0, annullato: 0, ...Object.fromEntries(rows.map((r) => [r.status, r.quanti])) };
}
