/** A comment of a record, as `GET api/commenti?tabella=&record=` answers it. */
export interface RecordComment {
  id: number;
  tabella: string;
  record: string;
  testo: string;
  ricordami: string | null;
  /** User name of the author. */
  utente: string;
  /** Full name of the author; `null` if there is none. */
  nome: string | null;
  versione: number;
  creato: string;
  modificato: string;
}

/** Somebody whom a comment of a record can mention. */
export interface Mentionable {
  memberID: string;
  nome: string | null;
}

/** A notice: somebody mentioned the person, or the day came that the person chose to be reminded. */
export interface Notice {
  id: number;
  tabella: string;
  record: string;
  testo: string;
  /** User name of the comment's author. */
  da: string;
  quando: string;
  letto: 0 | 1;
  /** Name of the record, such as "macchinario A0112". */
  oggetto: string;
  /** Browser address of the record. */
  indirizzo: string;
  motivo: 'menzione' | 'ricordami';
}
