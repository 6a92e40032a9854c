import { expressionBuilder } from 'kysely';
import { isOfKind, jobTables, type JobTables, type WriteDb } from './job-tables.ts';

/** Files that a row names. */
interface WithFiles {
  file: string | null;
  altri_file: string[];
}
export const allFiles = (rows: readonly WithFiles[]): string[] =>
  rows.flatMap(({ file, altri_file }) => (file === null ? altri_file : [file, ...altri_file]));

/** Deletes the expired rows and returns the files that they named. Rows of the kinds in `keptKinds` lose only their files. */
export async function deleteExpired(db: WriteDb, keptKinds: readonly string[] = []): Promise<string[]> {
  return db.transaction().execute(async (tx) => {
    const { eb, fn } = expressionBuilder<JobTables, 'processi'>();
    const isExpired = eb('scade', '<', fn<Date>('now'));
    const deleted = await jobTables(tx)
      .deleteFrom('processi')
      .where(isExpired)
      .where(({ not, ref }) => not(isOfKind(ref('tipo'), keptKinds)))
      .returning(['file', 'altri_file'])
      .execute();
    const emptied = await jobTables(tx)
      .updateTable('processi as p')
      .from(({ selectFrom }) => selectFrom('processi').select(['id', 'file', 'altri_file']).where(isExpired).forUpdate().as('prima'))
      .set({ file: null, nome_file: null, altri_file: [], scade: null })
      .whereRef('p.id', '=', 'prima.id')
      .returning(['prima.file', 'prima.altri_file'])
      .execute();
    return allFiles([...deleted, ...emptied]);
  });
}

/** Returns the files that a row still names. */
export async function liveFiles(db: WriteDb): Promise<Set<string>> {
  const rows = await jobTables(db)
    .selectFrom('processi')
    .select(['file', 'altri_file'])
    .where(({ eb, or, val }) => or([eb('file', 'is not', null), eb('altri_file', '<>', val<string[]>([]))]))
    .execute();
  return new Set(allFiles(rows));
}
