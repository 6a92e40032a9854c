import { z } from 'zod';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import { mayImport, type FileTable } from '#contracts/modules/importa.ts';
import { matchColumns } from './match-columns.ts';
import { isPasswordColumn } from './passwords.ts';
import { readInThread } from './reading-thread.ts';
import type { ImportFile } from './read-file.ts';
import { NOTES } from './template.ts';

const THREAD = new URL('../../threads/look-at-import.ts', import.meta.url);
const LIMITS = { memoryMb: 1024, seconds: 90 };
const SAMPLES = 3;
const LONGEST_SAMPLE = 60;

/** What is known of a file without its rows. */
export const looked = z.object({
  digest: z.string(),
  tables: z.array(
    z.object({
      name: z.string().nullable(),
      rows: z.number(),
      columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
    }),
  ),
});
export type Looked = z.infer<typeof looked>;

export function lookAt({ digest, tables }: ImportFile): Looked {
  return {
    digest,
    tables: tables
      .filter(({ name, rows }) => rows.length > 0 && name !== NOTES)
      .map(({ name, columns, rows }) => ({
        name,
        rows: rows.length,
        columns: columns.map((column, i) => ({
          name: column,
          samples: rows.slice(0, SAMPLES).map(({ cells }) => String(cells[i] ?? '').slice(0, LONGEST_SAMPLE)),
        })),
      })),
  };
}

/** The same of a file on disk, read where it keeps nobody waiting. Throws `UnreadableFile`. */
export const lookAtFile = async (file: string, name: string): Promise<Looked> =>
  looked.parse(await readInThread(THREAD, { file, name }, LIMITS));

/** Which column is for which field, as far as names tell it: of the register that was chosen, or of the one a table is called like. */
export async function proposed(
  {
    register: named,
    effective,
  }: {
    register: Catalogue['register'];
    effective(def: NonNullable<ReturnType<Catalogue['register']>>): Promise<NonNullable<ReturnType<Catalogue['register']>>>;
  },
  identity: Identity,
  { tables }: Looked,
  chosen?: string,
): Promise<FileTable[]> {
  return Promise.all(
    tables.map(async ({ name, rows, columns }) => {
      const found = named(chosen ?? name ?? '');
      const def = found && mayImport(identity, found) ? await effective(found) : undefined;
      const matching = def
        ? matchColumns(
            def,
            columns.map((column) => column.name),
          )
        : [];
      return {
        nome: name,
        registro: def?.path ?? null,
        righe: rows,
        colonne: columns.map((column, i) => ({
          colonna: column.name,
          campo: matching[i] ?? null,
          password: def?.accounts !== undefined && isPasswordColumn(column.name),
          esempi: column.samples,
        })),
      };
    }),
  );
}
