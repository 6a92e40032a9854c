import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { RecordCommand } from '#contracts/ports/dispatch.ts';
import { readKey, readParent, valuesOfBody } from '#services/registers/body.ts';
import { cellValue } from './cell-value.ts';
import type { Matching } from './match-columns.ts';
import type { Table, TableRow } from './tables.ts';

/** Error in one cell; with `column` null, in a whole row. */
export interface RowError {
  table: string;
  row: number;
  column: string | null;
  message: string;
}

/** Plan of a row: the command that a form would send, or the errors that prevent it. */
export type PlannedRow = { row: number; command: RecordCommand & { action: 'create' } } | { row: number; errors: RowError[] };

/** Converts the rows of a table to commands or errors, with the validation of a form's request body. */
export function plannedRows(catalogue: Catalogue, def: AnyRegister, table: Table, matching: Matching): PlannedRow[] {
  return table.rows.map((row) => {
    try {
      return { row: row.row, command: commandOf(catalogue, def, bodyOf(def, row, matching)) };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { row: row.row, errors: errorsOf(def, { table, matching, row: row.row }, error) };
    }
  });
}

function bodyOf(def: AnyRegister, { cells }: TableRow, matching: Matching): Record<string, unknown> {
  return Object.fromEntries(
    matching.flatMap((field, i) => {
      if (field === null) return [];
      const known = def.fields[field];
      return [[field, known ? cellValue(known, cells[i] ?? null) : (cells[i] ?? undefined)]];
    }),
  );
}

/**
 * Highest number that an import may assign. New records continue after the highest number, so one mistyped number could use up the range.
 */
const HIGHEST_NUMBER = 100_000_000;

function commandOf(catalogue: Catalogue, def: AnyRegister, body: Record<string, unknown>): RecordCommand & { action: 'create' } {
  let values: Values = valuesOfBody(def, body, 'create');
  if (def.parent && def.parent.field !== def.key.field)
    values = { ...values, [def.parent.field]: readParent(catalogue, def, body[def.parent.field]) };
  const given = body[def.key.field];
  const key = def.key.kind === 'natural' || (given !== undefined && given !== null) ? readKey(def, given) : undefined;
  if (typeof key === 'number' && key > HIGHEST_NUMBER)
    throw new DomainError('RICHIESTA_NON_VALIDA', {
      errors: [{ campo: def.key.field, messaggio: `Il numero è troppo alto: al massimo ${HIGHEST_NUMBER}` }],
    });
  return { register: def.path, action: 'create', values, ...(key === undefined ? {} : { key }) };
}

/** Converts a domain error to errors by row and column, with the messages that a form would show. */
export function errorsOf(
  def: AnyRegister,
  { table, matching, row }: { table: Table; matching: Matching; row: number },
  error: DomainError,
): RowError[] {
  const name = table.name ?? def.path;
  const { errors } = error.dettagli;
  if (!errors?.length) return [{ table: name, row, column: null, message: error.message }];
  return errors.map(({ campo, messaggio }) => {
    const column = matching.indexOf(campo);
    return { table: name, row, column: column === -1 ? campo : table.columns[column]!, message: messaggio };
  });
}
