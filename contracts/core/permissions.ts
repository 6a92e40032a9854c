import { AREE, type Area } from '../modules/areas.ts';

/**
 * Permissions: one pure function for server and web. The server enforces, the web only hides.
 * Levels: 0 none, 1 own records (`utente` equals the signed-in user name), 3 all. Insert: 0 or 1.
 */
export type Level = 0 | 1 | 3;

export interface PermissionLevels {
  allowInsert: 0 | 1;
  allowView: Level;
  allowEdit: Level;
  allowDelete: Level;
}
export type Permissions = Partial<Record<Area, PermissionLevels>>;

export const GRUPPO_AMMINISTRATORI = 2;
export const GRUPPO_DIREZIONE = 9;
export const GRUPPO_CAPICANTIERE = 12;
export const GRUPPO_OPERATIVI = 3;

/** The signed-in person, with the data that permissions need. */
export interface Identity {
  /** User name. */
  memberID: string;
  groupID: number;
  permessi: Permissions;
}

export type Action = 'view' | 'insert' | 'edit' | 'delete';

/** Permissions of a register: its area and the rules for writing it. */
export interface RegisterAccess {
  area: Area;
  /** Other areas whose masters may write too; the module's rules limit which records. */
  also?: readonly Area[];
  /** Everyone signed in reads all records, since selectors need them. */
  read?: 'everyone';
  /** Everyone who sees records of this area may add records here, and sees their own. */
  reporters?: Area;
  /**
   * `area`: the area's own levels. `master`: group 2, or allowEdit 3 on the area, writes everything.
   * `admin`: group 2, or the levels of admin_page.
   */
  write: 'area' | 'master' | 'admin';
  /** Groups that never see more than their own records, whatever their level. */
  ownOnly?: readonly number[];
  /** Deleting needs level 3: level 1 does not delete even own records. */
  deleteAll?: true;
  /** Several own records may be changed in one call; otherwise that needs level 3. */
  bulkOwn?: true;
}

export type Scope = 'none' | 'own' | 'all';

const SCOPE: Record<Level, Scope> = { 0: 'none', 1: 'own', 3: 'all' };
/** Highest levels that a group can have. */
export const EVERYTHING: PermissionLevels = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
const NOTHING: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };

export function permission(identity: Identity, area: Area): PermissionLevels {
  return identity.permessi[area] ?? NOTHING;
}

/** Returns the scope of records on which the action is permitted: none, own or all. */
export function scope(identity: Identity, accesso: RegisterAccess, action: Action): Scope {
  const p = permission(identity, accesso.area);
  if (action === 'view') return viewScope(identity, accesso, p);
  if (accesso.write === 'master') return identity.groupID === GRUPPO_AMMINISTRATORI || isMaster(identity, accesso) ? 'all' : 'none';
  if (isAdmin(identity, accesso)) return 'all';
  if (action === 'insert') return (accesso.reporters ? reports(identity, accesso) : p.allowInsert === 1) ? 'all' : 'none';
  if (action === 'delete' && accesso.deleteAll && p.allowDelete !== 3) return 'none';
  return SCOPE[action === 'edit' ? p.allowEdit : p.allowDelete];
}

const isMaster = (identity: Identity, { area, also = [] }: RegisterAccess): boolean =>
  [area, ...also].some((one) => permission(identity, one).allowEdit === 3);

function viewScope(identity: Identity, accesso: RegisterAccess, { allowView }: PermissionLevels): Scope {
  if (accesso.read === 'everyone' || isAdmin(identity, accesso)) return 'all';
  if (allowView === 0 && reports(identity, accesso)) return 'own';
  return accesso.ownOnly?.includes(identity.groupID) && allowView === 3 ? 'own' : SCOPE[allowView];
}

const reports = (identity: Identity, { reporters }: RegisterAccess): boolean =>
  reporters !== undefined && permission(identity, reporters).allowView > 0;

/** Checks the action for one record. `owner` is the record's `utente`. */
export function may(identity: Identity, accesso: RegisterAccess, action: Action, owner?: string | null): boolean {
  const long = scope(identity, accesso, action);
  return long === 'all' || (long === 'own' && owner === identity.memberID);
}

/** Returns the session marker of the specification. It only shapes the screen and protects nothing. */
export function marcatore(groupID: number): 'admin' | 'user' {
  return groupID === GRUPPO_AMMINISTRATORI ? 'admin' : 'user';
}

function isAdmin(identity: Identity, accesso: RegisterAccess): boolean {
  return accesso.write === 'admin' && identity.groupID === GRUPPO_AMMINISTRATORI;
}

/** Checks whether the permissions contain any right that `limit` does not have. */
export function exceeds(permissions: Permissions, limit: Permissions): boolean {
  return AREE.some((area) => {
    const [asked, own] = [permissions[area] ?? NOTHING, limit[area] ?? NOTHING];
    return (
      asked.allowInsert > own.allowInsert ||
      asked.allowView > own.allowView ||
      asked.allowEdit > own.allowEdit ||
      asked.allowDelete > own.allowDelete
    );
  });
}

/** Columns of the read table `groupsPermissions` that permissions need. */
export interface PermissionRow {
  tableName: string | null;
  allowInsert: number | null;
  allowView: number | null;
  allowEdit: number | null;
  allowDelete: number | null;
}

/** Builds the permissions of a group. For two rows on one area (from an import) the lower level counts. */
export function permissionsFrom(rows: readonly PermissionRow[]): Permissions {
  const permissions: Permissions = {};
  for (const row of rows) {
    const area = AREE.find((name) => name === row.tableName);
    if (area) permissions[area] = lowest(permissions[area], levelsOf(row));
  }
  return permissions;
}

/** Fills in absent areas with zeros. */
export function completePermissions(permissions: Permissions): Record<Area, PermissionLevels> {
  const nothing: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };
  return Object.fromEntries(AREE.map((area) => [area, permissions[area] ?? nothing])) as Record<Area, PermissionLevels>;
}

function levelsOf(row: PermissionRow): PermissionLevels {
  return {
    allowInsert: row.allowInsert === 1 ? 1 : 0,
    allowView: level(row.allowView),
    allowEdit: level(row.allowEdit),
    allowDelete: level(row.allowDelete),
  };
}

/** Converts a stored value to a level; anything but 1 and 3 is 0. */
function level(value: number | null): Level {
  return value === 1 || value === 3 ? value : 0;
}

function lowest(a: PermissionLevels | undefined, b: PermissionLevels): PermissionLevels {
  if (!a) return b;
  return {
    allowInsert: Math.min(a.allowInsert, b.allowInsert) as 0 | 1,
    allowView: Math.min(a.allowView, b.allowView) as Level,
    allowEdit: Math.min(a.allowEdit, b.allowEdit) as Level,
    allowDelete: Math.min(a.allowDelete, b.allowDelete) as Level,
  };
}
