/**
 * Permissions: one pure function for server and web. The server enforces, the web only hides.
 * Levels: 0 none, 1 own records (`utente` equals the signed-in user name), 3 all. Insert: 0 or 1.
 */
export const AREE = [
  'accise', 'cantieri', 'produzione', 'costi', 'noleggi_int', 'macchinari', 'manutenzioni',
  'report', 'lavorazioni', 'voci_costo', 'voci_noleggi', 'admin_page',
] as const;
export type Area = (typeof AREE)[number];

export type Livello = 0 | 1 | 3;

export interface Permesso {
  allowInsert: 0 | 1;
  allowView: Livello;
  allowEdit: Livello;
  allowDelete: Livello;
}
export type Permessi = Partial<Record<Area, Permesso>>;

export const GRUPPO_AMMINISTRATORI = 2;
export const GRUPPO_DIREZIONE = 9;
export const GRUPPO_CAPICANTIERE = 12;
export const GRUPPO_OPERATIVI = 3;

/** The signed-in person, as permissions see them. */
export interface Identita {
  /** User name. */
  memberID: string;
  groupID: number;
  permessi: Permessi;
}

export type Azione = 'view' | 'insert' | 'edit' | 'delete';

/** Who may do what with a register. */
export interface Accesso {
  area: Area;
  /** Selectors need it: everyone signed in reads all of it. */
  lettura?: 'tutti';
  /**
   * `area`: the area's own levels. `master`: group 2, or allowEdit 3 on the area, writes everything.
   * `admin`: group 2, or the levels of admin_page.
   */
  scrittura: 'area' | 'master' | 'admin';
}

export type Ambito = 'none' | 'own' | 'all';

const AMBITO: Record<Livello, Ambito> = { 0: 'none', 1: 'own', 3: 'all' };
const NIENTE: Permesso = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };

export function permesso(identita: Identita, area: Area): Permesso {
  return identita.permessi[area] ?? NIENTE;
}

/** On which records the action is permitted: none, the person's own, all. */
export function ambito(identita: Identita, accesso: Accesso, azione: Azione): Ambito {
  const p = permesso(identita, accesso.area);
  if (azione === 'view') return accesso.lettura === 'tutti' || isAdmin(identita, accesso) ? 'all' : AMBITO[p.allowView];
  if (accesso.scrittura === 'master') return identita.groupID === GRUPPO_AMMINISTRATORI || p.allowEdit === 3 ? 'all' : 'none';
  if (isAdmin(identita, accesso)) return 'all';
  if (azione === 'insert') return p.allowInsert === 1 ? 'all' : 'none';
  return AMBITO[azione === 'edit' ? p.allowEdit : p.allowDelete];
}

/** The same, asked for one record. `proprietario` is the record's `utente`. */
export function puo(identita: Identita, accesso: Accesso, azione: Azione, proprietario?: string | null): boolean {
  const esteso = ambito(identita, accesso, azione);
  return esteso === 'all' || (esteso === 'own' && proprietario === identita.memberID);
}

/** The session marker of the specification: it shapes the screen and protects nothing. */
export function marcatore(groupID: number): 'admin' | 'user' {
  return groupID === GRUPPO_AMMINISTRATORI ? 'admin' : 'user';
}

function isAdmin(identita: Identita, accesso: Accesso): boolean {
  return accesso.scrittura === 'admin' && identita.groupID === GRUPPO_AMMINISTRATORI;
}
