import type { AnyRegister } from '../../core/define-register.ts';
import { scope, type Action, type Identity, type Scope } from '../../core/permissions.ts';
import type { ValuesOf } from '../../core/typed-record.ts';
import { cantieri } from '../../registers/cantieri.ts';
import { documentiDitta } from '../../registers/documenti-ditta.ts';
import { macchinari } from '../../registers/macchinari.ts';
import { noleggi } from '../../registers/noleggi.ts';
import { personale } from '../../registers/personale.ts';
import type { BoardSubject } from './document-kind.ts';
import type { Fascia } from './due-date.ts';

export type { BoardSubject } from './document-kind.ts';

/** Register of each subject, in the order of the screen. */
export const BOARD_REGISTERS = {
  macchina: macchinari,
  noleggio: noleggi,
  lavoratore: personale,
  cantiere: cantieri,
  ditta: documentiDitta,
} as const satisfies Readonly<Record<BoardSubject, AnyRegister>>;

/** Values of a record of any of these registers, under the types of their definitions. */
export type BoardValues = ValuesOf<typeof macchinari> &
  ValuesOf<typeof noleggi> &
  ValuesOf<typeof personale> &
  ValuesOf<typeof cantieri> &
  ValuesOf<typeof documentiDitta>;

export const BOARD_SUBJECTS = Object.keys(BOARD_REGISTERS) as readonly BoardSubject[];

/** Returns the subject of a register's records; `null` for a register without due dates. */
export const boardSubjectOf = (path: string): BoardSubject | null =>
  BOARD_SUBJECTS.find((subject) => BOARD_REGISTERS[subject].path === path) ?? null;

/** Codes of due items that are no documents: a fault that stops its machine, maintenance, the end of a rental and of a site. */
export const FAULT = 'guasto';
export const MANUTENZIONE = 'manutenzione';
export const END_OF_RENTAL = 'fine_noleggio';
export const END_OF_SITE = 'fine_cantiere';

export const OTHER_KINDS: readonly { soggetto: BoardSubject; codice: string; nome: string }[] = [
  { soggetto: 'macchina', codice: FAULT, nome: 'Guasto' },
  { soggetto: 'macchina', codice: MANUTENZIONE, nome: 'Manutenzione' },
  { soggetto: 'noleggio', codice: END_OF_RENTAL, nome: 'Fine noleggio' },
  { soggetto: 'cantiere', codice: END_OF_SITE, nome: 'Fine cantiere' },
];

/** A due item, or a required document that is missing. */
export interface DueItem {
  soggetto: BoardSubject;
  /** Key of the record; a number for rentals and the firm's documents. */
  id: string | number;
  nome: string;
  /** Code of the kind; codes joined by `|` where any of several kinds meets the requirement. */
  tipo: string;
  tipo_nome: string;
  /** For maintenance the item; for a fault its number and text. */
  voce: string | null;
  /** Due date; for maintenance by hours a forecast, if the readings allow one. */
  scadenza: string | null;
  /** Days until `scadenza`, negative when past. */
  giorni: number | null;
  fascia: Fascia;
  ore_mancanti: number | null;
  /** Whether the file exists; `null` for an item that has no file. */
  file: boolean | null;
  sanitario: 0 | 1;
  cantiere: string | null;
  responsabile: string | null;
  visto_fino: string | null;
  visto_da: string | null;
  /** 1 if the record is closed: an ended site or rental, a worker who left, a machine sold or scrapped. */
  chiuso: 0 | 1;
  /** Records at work now that this item stops, with their site. */
  ferma: readonly StoppedSubject[];
}

export interface StoppedSubject {
  soggetto: BoardSubject;
  id: string | number;
  cantiere: string;
}

export const GRUPPI = ['cantiere', 'persona', 'giorno'] as const;
export type Gruppo = (typeof GRUPPI)[number];

/** Number of rows with the same site, person or day. */
export interface DueGroup {
  /** A commessa, a matricola or a day; `null`: without site. */
  chiave: string | null;
  nome: string | null;
  totale: number;
  scaduti: number;
  /** Rows due within thirty days, without expired ones. */
  entro_30: number;
  assenti: number;
}

export interface Board {
  data: DueItem[];
  totale: number;
  /** Rows by band, under every filter except the band. */
  fasce: Record<Fascia, number>;
  /** Rows of closed records under every filter, even if the response leaves them out. */
  chiusi: number;
  gruppi?: DueGroup[];
}

/** Scopes by subject; a subject without records in reach is absent. */
export type BoardScopes = Partial<Record<BoardSubject, Exclude<Scope, 'none'>>>;

/** Returns the scope in which the person may do something, by subject. */
export function scopesFor(identity: Identity, subjects: readonly BoardSubject[], action: Action): BoardScopes {
  const scopes: BoardScopes = {};
  for (const subject of subjects) {
    const reach = scope(identity, BOARD_REGISTERS[subject].access, action);
    if (reach !== 'none') scopes[subject] = reach;
  }
  return scopes;
}

/** Returns the scope of records that the person sees, by subject. */
export const boardScopes = (identity: Identity): BoardScopes => scopesFor(identity, BOARD_SUBJECTS, 'view');

/** Checks whether the person sees any part of the board. */
export const seesBoard = (identity: Identity): boolean => Object.keys(boardScopes(identity)).length > 0;
