import { sql, type Kysely } from 'kysely';

// oxlint-disable-next-line typescript/no-explicit-any -- the table's type belongs to services; rows are typed here, query by query
type WriteDb = Kysely<any>;

/** Files that a row names. */
export interface WithFiles {
  file: string | null;
  altri_file: string[];
}
export const allFiles = (rows: readonly WithFiles[]): string[] =>
  rows.flatMap(({ file, altri_file }) => (file === null ? altri_file : [file, ...altri_file]));

/** Deletes the expired rows and returns the files that they named. Rows of the kinds in `kept` lose only their files. */
export async function deleteExpired(db: WriteDb, kept: readonly string[] = []): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const { rows: deleted } =
      await sql<WithFiles>`delete from public.processi where scade < now() and not tipo = any(${kept}) returning file, altri_file`.execute(
        tx,
      );
    const { rows: emptied } =
      await sql<WithFiles>`update public.processi p set file = null, nome_file = null, altri_file = '{}', scade = null
      from (select id, file, altri_file from public.processi where scade < now() for update) prima where p.id = prima.id returning prima.file, prima.altri_file`.execute(
        tx,
      );
    return allFiles([...deleted, ...emptied]);
  });
}

/** Returns the files that a row still names. */
export async function liveFiles(db: WriteDb): Promise<Set<string>> {
  const { rows } = await sql<WithFiles>`select file, altri_file from public.processi where file is not null or altri_file <> '{}'`.execute(
    db,
  );
  return new Set(allFiles(rows));
}
