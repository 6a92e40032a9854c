import type { Values } from './define-register.ts';

/** What an event can have done to a record. */
export const TYPE_CHANGES = [
  'creato',
  'modificato',
  'eliminato',
  'ripristinato',
  'caricato',
  'rinominato',
  'file-eliminato',
  'aperto',
  'altro',
] as const;
export type TypeChange = (typeof TYPE_CHANGES)[number];

/** What can be done to a file. */
export const FILE_KINDS: readonly TypeChange[] = ['caricato', 'rinominato', 'file-eliminato'];

export interface RegisterChange {
  table: string;
  id: string;
  kind: TypeChange;
  /** New values of the fields it touched (key left out). */
  fields: Values;
  /** For events about a file. */
  file?: { campo: string; percorso: string | null; versione: number | null; byte: number | null };
  /** For the facts of named commands: what was done, after the name of the person. */
  sentence?: string;
}
