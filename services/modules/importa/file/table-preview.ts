import type { FileTable } from '#contracts/modules/importa.ts';
import type { RegisterHeads } from '#contracts/ports/file-reading.ts';
import { FileTooLarge, FILE_LIMITS } from './limits.ts';
import { isPasswordColumn, matchColumns } from './match-columns.ts';
import { NOTES, type Table } from './tables.ts';

const SAMPLES = 3;
const LONGEST_SAMPLE = 60;

/**
 * Returns the tables without their rows. Each table has the fields proposed by the register of the same name. Throws `FileTooLarge` if the
 * response would be too long.
 */
export function previewTables(tables: readonly Table[], registers: readonly RegisterHeads[]): FileTable[] {
  const previews = tables
    .filter(({ name, rows }) => rows.length > 0 && name !== NOTES)
    .map(({ name, columns, rows }): FileTable => {
      const bare: FileTable = {
        nome: name,
        registro: null,
        righe: rows.length,
        colonne: columns.map((column, i) => ({
          colonna: column,
          campo: null,
          password: false,
          esempi: rows.slice(0, SAMPLES).map(({ cells }) => String(cells[i] ?? '').slice(0, LONGEST_SAMPLE)),
        })),
      };
      return proposeFields(
        bare,
        registers.find(({ register }) => register === name),
      );
    });
  if (Buffer.byteLength(JSON.stringify(previews)) > FILE_LIMITS.answerBytes) throw new FileTooLarge('1 MB di intestazioni ed esempi');
  return previews;
}

/** Returns the table with the fields of `register` that its column names match. */
export function proposeFields(table: FileTable, register: RegisterHeads | undefined): FileTable {
  const matching = register
    ? matchColumns(
        register,
        table.colonne.map(({ colonna }) => colonna),
      )
    : [];
  return {
    ...table,
    registro: register?.register ?? null,
    colonne: table.colonne.map((column, i) => ({
      ...column,
      campo: matching[i] ?? null,
      password: register?.accounts === true && isPasswordColumn(column.colonna),
    })),
  };
}
