import type { CampoImporta, FileTable } from '#contracts/modules/importa.ts';

/** Field of each column, as changed by the person; `null`: the column is left out. */
export type ByHand = Readonly<Record<string, string | null>>;

/** Returns the field of each column: the chosen one, else the one proposed by its name unless another column was given it. */
export function fieldsOf({ colonne }: Pick<FileTable, 'colonne'>, byHand: ByHand): Record<string, string | null> {
  const usedFields = new Set(Object.values(byHand).filter((field) => field !== null));
  const fields: Record<string, string | null> = {};
  for (const { colonna, campo } of colonne) {
    if (Object.hasOwn(fields, colonna)) continue;
    fields[colonna] = Object.hasOwn(byHand, colonna) ? (byHand[colonna] ?? null) : campo !== null && !usedFields.has(campo) ? campo : null;
  }
  return fields;
}

/** Assigns a field to a column; another column that had the field loses it. */
export function chooseField(byHand: ByHand, column: string, field: string | null): ByHand {
  const otherChoices = Object.entries(byHand).filter(([name, had]) => name !== column && (field === null || had !== field));
  const given = Object.entries(byHand).filter(([name, had]) => name !== column && field !== null && had === field);
  return Object.fromEntries([...otherChoices, ...given.map(([name]) => [name, null]), [column, field]]);
}

/** Converts the fields by column to the request's format: an empty text for no field. */
export const asAsked = (fields: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([column, field]) => [column, field ?? '']));

/** Returns the labels of the required fields that no column provides. */
export function missing(fields: Readonly<Record<string, string | null>>, registerFields: readonly CampoImporta[]): string[] {
  const usedFields = new Set(Object.values(fields));
  return registerFields.filter(({ campo, obbligatorio }) => obbligatorio && !usedFields.has(campo)).map(({ nome }) => nome);
}
