import { createRequire } from 'node:module';
import Papa from 'papaparse';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Field } from '#contracts/core/fields.ts';
import { BOM, type FileFormat } from '#contracts/export/cells.ts';
import { sheetName } from '#contracts/export/file.ts';
import { importable } from '#contracts/modules/import-columns.ts';
import { NOTES } from './tables.ts';

type RegisterCatalogue = Pick<Catalogue, 'register'>;

/**
 * Builds the template of a register: a file with the column names. A workbook also has a sheet that explains how to fill in each column.
 */
export function template(catalogue: RegisterCatalogue, def: AnyRegister, format: FileFormat): Buffer {
  const fields = importable(def);
  const heads = fields.map(({ label }) => label);
  if (format === 'csv') return Buffer.from(`${BOM}${Papa.unparse([heads], { delimiter: ';' })}\r\n`);
  // xlsx has no named exports outside a bundle
  const { utils, write } = createRequire(import.meta.url)('xlsx') as typeof import('xlsx');
  const rows = utils.aoa_to_sheet([heads]);
  rows['!cols'] = heads.map((head) => ({ wch: Math.max(12, head.length + 2) }));
  const notes = utils.aoa_to_sheet([
    ['Colonna', 'Serve', 'Come si scrive'],
    ...fields.map(({ field, label, required }) => [label, required ? 'sì' : '', hint(catalogue, def, field)]),
  ]);
  notes['!cols'] = [{ wch: 32 }, { wch: 8 }, { wch: 80 }];
  const book = utils.book_new();
  utils.book_append_sheet(book, rows, sheetName(def.list.title));
  utils.book_append_sheet(book, notes, NOTES);
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer;
}

function hint(catalogue: RegisterCatalogue, def: AnyRegister, name: string): string {
  const field = def.fields[name];
  if (name === def.parent?.field) return `il numero o il codice di ${labelOf(catalogue, def.parent.register)}`;
  if (!field)
    return def.key.kind === 'natural' ? 'diverso in ogni riga, e da quelli che ci sono già' : 'un numero libero, o vuoto: lo dà il portale';
  return ofField(catalogue, field);
}

const labelOf = (catalogue: RegisterCatalogue, register: string): string => catalogue.register(register)?.labels.one ?? register;

function ofField(catalogue: RegisterCatalogue, field: Field): string {
  switch (field.kind) {
    case 'text':
    case 'note':
      return `testo, fino a ${field.max} caratteri`;
    case 'number':
      return [
        field.decimals === 0 ? 'numero intero' : `numero, fino a ${field.decimals} decimali`,
        ...(field.unit ? [`in ${field.unit}`] : []),
      ].join(', ');
    case 'money':
      return `euro, fino a ${field.decimals ?? 2} decimali`;
    case 'date':
      return 'data: 31/12/2026 oppure 2026-12-31';
    case 'choice':
      return `uno tra: ${field.options.map(({ label }) => label).join(', ')}`;
    case 'flag':
      return 'sì o no';
    case 'color':
      return 'colore come #1E88E5';
    case 'url':
      return 'indirizzo che comincia con https://';
    case 'ref':
      return `come sta scritto in: ${catalogue.register(field.register)?.labels.many ?? field.register}`;
    case 'multi':
      return `uno o più, separati da virgole, come stanno scritti in: ${catalogue.register(field.register)?.labels.many ?? field.register}`;
    default:
      return '';
  }
}
