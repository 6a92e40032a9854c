import type { Json } from './events.ts';
import type { FieldKind } from './fields.ts';
import { FILE_KINDS, type TypeChange } from './record-change.ts';

/** The history as it goes over the wire (`GET api/storico`). */
export interface HistoryField {
  campo: string;
  etichetta: string;
  /** How to show the values. */
  tipo: FieldKind | 'chiave';
  prima: Json;
  dopo: Json;
  /** What the numbers of other records stood for then: the name of a group. */
  primaNome?: string;
  dopoNome?: string;
}

/** One entry of the history of a record. */
export interface HistoryItem {
  tabella: string;
  id: string;
  /** What people called the record then: "JET GROUTING, SPALLA A, cantiere 0421". */
  oggetto: string;
  /** Of a record inside another's: the key of that one. */
  padre: string | null;
  /** Of the stream, and so the entry's own: one that changes no field of the record (a mail sent) leaves the record's version behind. */
  versione: number;
  evento: string;
  tipo: TypeChange;
  quando: string;
  utente: string;
  /** The full name that the user had then, if any; never in the place of `utente`, which is the user's alone. */
  nome: string | null;
  /** A sentence in Italian without its subject: "ha modificato 2 campi". */
  frase: string;
  campi: HistoryField[];
  motivo: string | null;
  /** Where one command touched many records alike: how many, and the command that the trail can be narrowed to. */
  insieme?: number;
  comando?: string;
}

/** Did the event leave another record than it found? What is only told of it (a mail sent, an opening) did not. */
export const leavesAnother = ({ tipo, campi }: Pick<HistoryItem, 'tipo' | 'campi'>): boolean =>
  tipo !== 'aperto' && tipo !== 'altro' && !(FILE_KINDS.includes(tipo) && campi.length === 0);
