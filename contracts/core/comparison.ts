import type { Json } from './events.ts';

/** Kinds of differences of a record between two instants: made, deleted or changed. */
export const CHANGE_KINDS = ['aggiunto', 'tolto', 'cambiato'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** A field that differs between two instants. A file's value is `{percorso, versione}`. */
export interface ChangedField {
  campo: string;
  etichetta: string;
  prima: Json;
  dopo: Json;
  /** Person and instant of the field's last change in between. */
  utente: string | null;
  quando: string | null;
}

/** A record that differs between two instants (`GET api/REGISTER/confronto`). */
export interface ChangedRecord {
  id: string | number;
  /** Name at the later instant; of a record that was deleted, at the earlier one. */
  nome: string;
  tipo: ChangeKind;
  /** Empty unless the record was changed. */
  campi: ChangedField[];
}
