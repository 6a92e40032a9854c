import type { AnyRegister } from './define-register.ts';
import type { DensityName, WireColumns } from './list-preferences.ts';
import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Identity } from './permissions.ts';

/** People who see a view: its author alone, the author's group, or everybody. */
export const SHARINGS = ['no', 'gruppo', 'tutti'] as const;
export type Sharing = (typeof SHARINGS)[number];

/** Days that a kept condition names relative to today, so that it means the same tomorrow. */
export const RELATIVE_PERIODS = ['oggi', 'settimana', 'mese', 'trimestre', 'anno', 'prossimi30'] as const;

/** Limits of saved views. */
export const VIEW_LIMITS = { bytes: 20_000, name: 60, views: 200 };

/** State of a list that a view keeps. */
export interface ViewContents {
  cerca: string;
  /** Conditions on columns, in the shape of the list's address. */
  filtri: Record<string, unknown>;
  /** Switches of the screen, by their names in the address. */
  interruttori: Record<string, string>;
  /** Column, with `-` for descending; empty for the list's own order. */
  ordina: string;
  /** Absent: each person's own columns. */
  colonne?: WireColumns | undefined;
  /** Column by which rows are grouped, `field` or `field:period`; empty for none. */
  gruppo: string;
  densita?: DensityName | undefined;
}

/** A saved view of a list. */
export interface SavedView {
  id: number;
  /** Register of the list, or `scadenze` for the board of due dates. */
  tabella: string;
  nome: string;
  contenuto: ViewContents;
  condivisa: Sharing;
  /** Group that sees the view, where it is shared with one. */
  gruppo: number | null;
  /** 1: the view opens by itself for those who see it and chose no other. */
  predefinita: 0 | 1;
  /** Author. */
  utente: string;
  versione: number;
  /** ISO instant. */
  modificato: string;
  modificato_da: string;
}

/** Views of a list that a person sees, with the one that opens by itself. */
export interface ViewsAnswer {
  data: SavedView[];
  totale: number;
  /** Id of the view that opens by itself for this person. */
  predefinita: number | null;
}

/** Entries of a master list that a view names and that are no longer there. */
export interface MissingValues {
  campo: string;
  valori: (string | number)[];
}

/** A view to be opened, with what its conditions name and is no longer there. */
export interface OneView {
  data: [SavedView];
  totale: 1;
  mancano: MissingValues[];
}

type ViewSharing = Pick<SavedView, 'utente' | 'condivisa' | 'gruppo'>;

/** Tells whether the person's group may change what others share, and may share with everybody. */
export const managesViews = ({ groupID }: Pick<Identity, 'groupID'>): boolean =>
  groupID === GRUPPO_AMMINISTRATORI || groupID === GRUPPO_DIREZIONE;

/**
 * Tells whether a person sees a view. A private view is its author's alone, whatever the reader's group: not even an administrator who
 * sees the portal as the author sees it.
 */
export function seesView(
  { memberID, groupID, osservatore }: Pick<Identity, 'memberID' | 'groupID' | 'osservatore'>,
  { utente, condivisa, gruppo }: ViewSharing,
): boolean {
  if (condivisa === 'no') return utente === memberID && osservatore === undefined;
  if (utente === memberID || condivisa === 'tutti') return true;
  return condivisa === 'gruppo' && (gruppo === groupID || managesViews({ groupID }));
}

/** Tells whether a person may change and delete a view. */
export const mayWriteView = (identity: Pick<Identity, 'memberID' | 'groupID'>, view: ViewSharing): boolean =>
  view.utente === identity.memberID || (view.condivisa !== 'no' && managesViews(identity));

/** Columns that only a screen computes, by list. */
const SCREEN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  macchinari: ['manutenzione'],
  personale: ['scaduti', 'in_scadenza', 'mancanti'],
  produzione_padre: ['quantita'],
  scadenze: ['ferma', 'azioni'],
};

/** Returns the columns that only the screen of a list knows. */
export const screenColumns = (list: string): readonly string[] => SCREEN_COLUMNS[list] ?? [];

/** Tells whether a register's list may have a column of this name. `computed`: the register's computed columns. */
export const isListColumn = (def: AnyRegister, computed: Readonly<Record<string, unknown>>, name: string): boolean =>
  Object.hasOwn(def.fields, name) ||
  Object.hasOwn(computed, name) ||
  [def.key.field, 'utente', 'versione', ...screenColumns(def.path)].includes(name);
