import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { WriteDatabase } from './write-tables.ts';

/** One record that an import made. */
export interface ImportRow {
  /** Of the row among all of the file, from 1. */
  number: number;
  register: string;
  key: string | number;
  version: number;
}

export interface ImportOf {
  digest: string;
  file: string;
  registers: readonly string[];
  utente: string;
  rows: number;
}

export interface KnownImport {
  id: string;
  file: string;
  utente: string;
  finished: boolean;
  undone: boolean;
}

/** An import, for the list of them. */
export interface ListedImport {
  id: string;
  digest: string;
  file: string;
  registers: string[];
  utente: string;
  when: Date;
  finished: boolean;
  undone: boolean;
  rows: number;
  /** Records it has made so far. */
  made: number;
}

/** The imports of this portal. The same bytes into the same registers are one import, until it is undone. */
export function importsOf(db: Kysely<WriteDatabase>) {
  const find = async (where: ReturnType<typeof sql>): Promise<KnownImport | null> => {
    const { rows } = await sql<KnownImport>`select id, file, utente, finita is not null as finished, annullata is not null as undone
      from public.importazioni where ${where}`.execute(db);
    return rows[0] ?? null;
  };
  const same = (digest: string, registers: readonly string[]): Promise<KnownImport | null> =>
    find(sql`impronta = ${digest} and registri = ${registers as string[]}::text[] and annullata is null`);
  return {
    find: (id: string) => find(sql`id = ${id}`),
    same,
    /** The import of a file by a person that was begun and is neither finished nor undone. */
    unfinished: (digest: string, utente: string) =>
      find(sql`impronta = ${digest} and utente = ${utente} and finita is null and annullata is null`),
    /** Newest first; of one person, or of all. */
    async list(utente: string | null, limit: number): Promise<ListedImport[]> {
      const { rows } = await sql<ListedImport>`select id, impronta as digest, file, registri as registers, utente, quando as "when",
        finita is not null as finished, annullata is not null as undone, righe as rows,
        (select count(*)::int from public.importazioni_righe r where r.importazione = i.id) as made
        from public.importazioni i where ${utente}::text is null or utente = ${utente}
        order by quando desc, id limit ${limit}`.execute(db);
      return rows;
    },
    async begin({ digest, file, registers, utente, rows }: ImportOf): Promise<KnownImport> {
      const known = await same(digest, registers);
      if (known) return known;
      await sql`insert into public.importazioni (id, file, impronta, registri, utente, righe)
        values (${randomUUID()}, ${file}, ${digest}, ${registers as string[]}::text[], ${utente}, ${rows})`.execute(db);
      return (await same(digest, registers))!;
    },
    async rows(id: string): Promise<ImportRow[]> {
      const { rows } = await sql<ImportRow>`select numero as number, registro as register, chiave as key, versione as version
        from public.importazioni_righe where importazione = ${id} order by numero`.execute(db);
      return rows;
    },
    async made(id: string, { number, register, key, version }: ImportRow): Promise<void> {
      await sql`insert into public.importazioni_righe (importazione, numero, registro, chiave, versione)
        values (${id}, ${number}, ${register}, ${JSON.stringify(key)}::jsonb, ${version}) on conflict do nothing`.execute(db);
    },
    async finish(id: string): Promise<void> {
      await sql`update public.importazioni set finita = now() where id = ${id}`.execute(db);
    },
    async undone(id: string): Promise<void> {
      await sql`update public.importazioni set annullata = now() where id = ${id}`.execute(db);
    },
  };
}
