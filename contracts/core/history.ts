import type { Json } from './events.ts';
import type { FieldKind } from './fields.ts';
import { FILE_KINDS, type TypeChange } from './record-change.ts';

/** Entries on a page of a record's history. */
export const HISTORY_ROWS = 50;

/** A changed field in the history's response (`GET api/storico`). */
export interface HistoryField {
  campo: string;
  etichetta: string;
  /** Field kind that formats the values. */
  tipo: FieldKind | 'chiave';
  prima: Json;
  dopo: Json;
  /** Names, at that time, of the records that the numbers refer to, for example of a group. */
  primaNome?: string;
  dopoNome?: string;
}

/** One entry of the history of a record. */
export interface HistoryItem {
  tabella: string;
  id: string;
  /** Name of the record at that time: "JET GROUTING, SPALLA A, cantiere 0421". */
  oggetto: string;
  /** Key of the parent record, for a record of a child register. */
  padre: string | null;
  /**
   * Version of the stream at this entry. It can be higher than the record's version, since some events (a mail sent) change no field of the
   * record.
   */
  versione: number;
  evento: string;
  tipo: TypeChange;
  quando: string;
  utente: string;
  /** Full name of the user at that time, if any. It never replaces `utente`, since only the user name is unique. */
  nome: string | null;
  /** Italian sentence without its subject: "ha modificato 2 campi". */
  frase: string;
  campi: HistoryField[];
  motivo: string | null;
  /** Area whose viewers see the entry, and what recorded it (`web`, `api`, `importazione` …); only in the trail of the whole portal. */
  area?: string | null;
  origine?: string;
  /** For an entry of the folded trail that stands for several: what they are. */
  insieme?: Together;
}

/** Entries that the trail folds into one: those of one command or request, or what the portal set up by itself on one day. */
export interface Together {
  /** Filters the trail to these entries. */
  gruppo: string;
  /** Number of entries. */
  quante: number;
  /** All entries concern the same record. */
  unico: boolean;
  /** The change of many records that these entries belong to, if the reader may take it back. */
  modifica?: TakeableChange;
  /** The entries by register and kind of change, in the order of their first ones. */
  parti: TogetherPart[];
}

/** A change of many records that somebody may take back. */
export interface TakeableChange {
  id: string;
  registro: string;
  /** Number of records that it changed. */
  fatti: number;
}

export interface TogetherPart {
  tabella: string;
  tipo: TypeChange;
  quante: number;
  /** The sentence of all its entries; `null` where they differ. */
  frase: string | null;
  /** The portal recorded these because of what a person did in the same request, for example after a rename. */
  segue: boolean;
}

/** Checks whether the event changed the record. Entries such as a sent mail or an opened document did not. */
export const leavesAnother = ({ tipo, campi }: Pick<HistoryItem, 'tipo' | 'campi'>): boolean =>
  tipo !== 'aperto' && tipo !== 'altro' && !(FILE_KINDS.includes(tipo) && campi.length === 0);
