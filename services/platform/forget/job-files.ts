import { sql, type Kysely } from 'kysely';
import type { Json, JsonObject } from '#contracts/core/events.ts';
import type { WriteDatabase } from '../postgres/write-tables.ts';

/** A job with files in the results folder. */
export interface JobWithFiles {
  id: string;
  tipo: string;
  status: string;
  dati: JsonObject;
  /** Data that the job stored beside its files. */
  risultato: Json;
  /** `null` while the job is not finished. */
  finito: Date | null;
  file: string | null;
  altri_file: string[];
}

/** Returns the jobs that have files. */
export async function jobsWithFiles(db: Kysely<WriteDatabase>): Promise<JobWithFiles[]> {
  const { rows } = await sql<JobWithFiles>`
    select id, tipo, status, dati, risultato, finito, file, altri_file from public.processi where file is not null or altri_file <> '{}'`.execute(
    db,
  );
  return rows;
}

/** Returns the requests of jobs that are not finished, as JSON text. */
export async function unfinishedRequests(db: Kysely<WriteDatabase>): Promise<{ id: string; dati: string }[]> {
  const { rows } = await sql<{ id: string; dati: string }>`
    select id, dati::text as dati from public.processi where status in ('queued', 'running')`.execute(db);
  return rows;
}
