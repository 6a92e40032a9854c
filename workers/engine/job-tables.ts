import { expressionBuilder, sql, type ColumnType, type Expression, type Generated, type Kysely } from 'kysely';
import type { JsonObject } from '#contracts/core/events.ts';
import type { ProcessoState } from '#contracts/modules/processi.ts';
import type { ResultRights } from '#contracts/ports/job-queue.ts';

/** A jsonb column, which is written as text. */
type Json<T> = ColumnType<T, string | null, string | null>;

/** Tables that the queue reads and writes. The services' migrations create them. */
export interface JobTables {
  processi: {
    id: string;
    tipo: string;
    titolo: string;
    status: ProcessoState;
    progresso: Generated<number>;
    messaggio: string | null;
    utente: string;
    group_id: number;
    /** Absolute path of the result inside the results folder. */
    file: string | null;
    nome_file: string | null;
    /** Further results, absolute paths. */
    altri_file: Generated<string[]>;
    /** Data of the outcome, for the job's own screen. */
    risultato: Json<unknown>;
    dati: Json<JsonObject>;
    correlation_id: string;
    /** Rights that reading the result requires. */
    diritti: Json<ResultRights | null>;
    /** Number of times that a worker began the job. */
    tentativi: Generated<number>;
    /** Number of times that its worker died while it ran. */
    interrotto: Generated<number>;
    /** Worker that runs it. */
    esecutore: string | null;
    /** Time at which cancelling was requested, and by whom. */
    annulla: Date | null;
    annullato_da: string | null;
    creato: Generated<Date>;
    finito: Date | null;
    scade: Date | null;
    /** True if it is hidden from the person's list; the result is kept. */
    nascosto: Generated<boolean>;
    /** Time at which the job's files were deleted; the row stays. */
    tolto: Date | null;
  };
  accessi: { quando: Date; tipo: string; utente: string | null; cosa: string };
  /** Position in the log that the reactors have reached. */
  reattori: { nome: string; posizione: string | null };
}

/** The database of the write side. Its owner declares more tables than the queue knows, so a caller may pass any. */
// oxlint-disable-next-line typescript/no-explicit-any -- a Kysely of more tables is no Kysely of these
export type WriteDb = Kysely<any>;

/** Returns the database with the queue's tables, typed. */
export const jobTables = (db: WriteDb): Kysely<JobTables> => db.withSchema('public');

/** States of an unfinished job, as literals, so that PostgreSQL can use its partial index of unfinished jobs. */
export const UNFINISHED = [sql.lit('queued' as const), sql.lit('running' as const)];

const eb = expressionBuilder<JobTables>();

/** Condition that a job's kind is one of these, which may be none. */
export const isOfKind = (tipo: Expression<string>, kinds: readonly string[]) => eb(tipo, '=', eb.fn.any(eb.val([...kinds])));
