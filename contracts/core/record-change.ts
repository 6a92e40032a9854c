import type { Values } from './define-register.ts';

/** Kinds of change that an event can make to a record. */
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

/** Kinds of change that concern files. */
export const FILE_KINDS: readonly TypeChange[] = ['caricato', 'rinominato', 'file-eliminato'];

export interface RegisterChange {
  table: string;
  id: string;
  kind: TypeChange;
  /** New values of the changed fields, without the key. */
  fields: Values;
  /** The file and its field, for events about a file. */
  file?: { campo: string; percorso: string | null; versione: number | null; byte: number | null };
  /** For the facts of named commands: the action, worded to follow the person's name. */
  sentence?: string;
}
