import type { AnyRegister } from '../../core/define-register.ts';
import { scope, type Identity, type Scope } from '../../core/permissions.ts';
import { cantieri } from '../../registers/cantieri.ts';
import { documentiDitta } from '../../registers/documenti-ditta.ts';
import { macchinari } from '../../registers/macchinari.ts';
import { noleggi } from '../../registers/noleggi.ts';
import { personale } from '../../registers/personale.ts';
import type { BoardSubject } from './document-kind.ts';
import type { Fascia } from './due-date.ts';

export type { BoardSubject } from './document-kind.ts';

/** The register of each, in the order of the screen. */
export const BOARD_REGISTERS: Readonly<Record<BoardSubject, AnyRegister>> = {
  macchina: macchinari,
  noleggio: noleggi,
  lavoratore: personale,
  cantiere: cantieri,
  ditta: documentiDitta,
};

export const BOARD_SUBJECTS = Object.keys(BOARD_REGISTERS) as readonly BoardSubject[];

/** The subject of a register's records; `null` for one that nothing of is due. */
export const boardSubjectOf = (path: string): BoardSubject | null =>
  BOARD_SUBJECTS.find((subject) => BOARD_REGISTERS[subject].path === path) ?? null;

/** What is due without being a document: a fault that stops its machine, maintenance by hours, the end of a rental and of a site. */
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

/** Something that is due, or that a requirement asks for and is not there. */
export interface DueItem {
  soggetto: BoardSubject;
  /** The register's key; of rentals and of the firm's documents the number. */
  id: string | number;
  nome: string;
  /** The code of the kind; of what one of several kinds would meet, their codes joined by `|`. */
  tipo: string;
  tipo_nome: string;
  /** Of maintenance: which item; of a fault its number and words. */
  voce: string | null;
  /** Of maintenance: the forecast, where the readings allow one. */
  scadenza: string | null;
  /** Until that day, negative when it is past. */
  giorni: number | null;
  fascia: Fascia;
  ore_mancanti: number | null;
  /** Whether the file is there; `null` for what has none. */
  file: boolean | null;
  sanitario: 0 | 1;
  cantiere: string | null;
  responsabile: string | null;
  visto_fino: string | null;
  visto_da: string | null;
  /** Of a record that is closed: an ended site or rental, a worker who left, a machine sold or scrapped. */
  chiuso: 0 | 1;
  /** Records at work now that this stops, with their site. */
  ferma: readonly Stopped[];
}

export interface Stopped {
  soggetto: BoardSubject;
  id: string | number;
  cantiere: string;
}

export const GRUPPI = ['cantiere', 'persona', 'giorno'] as const;
export type Gruppo = (typeof GRUPPI)[number];

/** How many rows have the same site, person or day. */
export interface DueGroup {
  /** A commessa, a matricola or a day; `null`: of no site. */
  chiave: string | null;
  nome: string | null;
  totale: number;
  scaduti: number;
  /** Within thirty days, expired ones left out. */
  entro_30: number;
  assenti: number;
}

export interface Board {
  data: DueItem[];
  totale: number;
  /** Under every filter but the band. */
  fasce: Record<Fascia, number>;
  /** Rows of closed records under every filter, whether they are among the rows or not. */
  chiusi: number;
  gruppi?: DueGroup[];
}

/** Which records of each subject the person sees; those of none are left out. */
export function boardScopes(identity: Identity): Partial<Record<BoardSubject, Exclude<Scope, 'none'>>> {
  const scopes: Partial<Record<BoardSubject, Exclude<Scope, 'none'>>> = {};
  for (const subject of BOARD_SUBJECTS) {
    const seen = scope(identity, BOARD_REGISTERS[subject].access, 'view');
    if (seen !== 'none') scopes[subject] = seen;
  }
  return scopes;
}

/** Whether there is any of it to see. */
export const seesBoard = (identity: Identity): boolean => Object.keys(boardScopes(identity)).length > 0;
