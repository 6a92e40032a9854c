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
  /** Administrator who sees the portal as this person, without writing. */
  osservatore?: string;
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
  /**
   * Names the fields that hold register and key of another record, whose rights the record follows. The register's own calls show and
   * change the records that the person wrote; its module widens the view to who may see the other record.
   */
  through?: { register: string; record: string };
}

export type Scope = 'none' | 'own' | 'all';

const SCOPE: Record<Level, Scope> = { 0: 'none', 1: 'own', 3: 'all' };
/** Highest levels that a group can have. */
export const EVERYTHING: PermissionLevels = { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 };
const NOTHING: PermissionLevels = { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 };

export function permission(identity: Identity, area: Area): PermissionLevels {
  return identity.permessi[area] ?? NOTHING;
}

/** Column of the permissions that holds the level of an action. */
export const COLUMN = { view: 'allowView', insert: 'allowInsert', edit: 'allowEdit', delete: 'allowDelete' } as const;

/**
 * The rule that decided a scope. `level`: the group's level in an area. `everyone`: all read. `administrators`: group 2 may do it.
 * `reporters`: a level of 1 or 3 in View of an area gives it. `own only`: the group never sees more than its own. `masters`: needs level 3
 * in Edit of one of the areas. `delete all`: deleting needs level 3. `through`: the rights of another record count, and changes are the
 * author's.
 */
export type Reason =
  | { rule: 'level' | 'own only' | 'delete all'; area: Area; column: (typeof COLUMN)[Action]; level: Level }
  | { rule: 'everyone' | 'administrators' | 'through' }
  | { rule: 'reporters'; area: Area; level: Level }
  | { rule: 'masters'; areas: readonly Area[]; area: Area | null };

/** A scope with the rule that decided it. */
export interface Ruling {
  scope: Scope;
  reason: Reason;
}

/** Returns the scope of records on which the action is permitted: none, own or all. */
export const scope = (identity: Identity, accesso: RegisterAccess, action: Action): Scope => ruling(identity, accesso, action).scope;

/** Decides the scope of an action, and returns it with the rule that decided it. */
export function ruling(identity: Identity, accesso: RegisterAccess, action: Action): Ruling {
  if (accesso.through) return { scope: action === 'insert' ? 'all' : 'own', reason: { rule: 'through' } };
  if (action === 'view') return viewRuling(identity, accesso);
  const administrator = identity.groupID === GRUPPO_AMMINISTRATORI;
  if (administrator && accesso.write !== 'area') return { scope: 'all', reason: { rule: 'administrators' } };
  if (accesso.write === 'master') return masterRuling(identity, accesso);
  if (action === 'insert' && accesso.reporters) return reportersRuling(identity, accesso.reporters, 'all');
  const reason = levelReason(identity, accesso.area, action);
  if (action === 'insert') return { scope: reason.level > 0 ? 'all' : 'none', reason };
  if (action === 'delete' && accesso.deleteAll && reason.level === 1) return { scope: 'none', reason: { ...reason, rule: 'delete all' } };
  return { scope: SCOPE[reason.level], reason };
}

function levelReason(identity: Identity, area: Area, action: Action): Extract<Reason, { rule: 'level' | 'own only' | 'delete all' }> {
  const column = COLUMN[action];
  return { rule: 'level', area, column, level: permission(identity, area)[column] };
}

function masterRuling(identity: Identity, { area, also = [] }: RegisterAccess): Ruling {
  const areas = [area, ...also];
  const one = areas.find((name) => permission(identity, name).allowEdit === 3) ?? null;
  return { scope: one === null ? 'none' : 'all', reason: { rule: 'masters', areas, area: one } };
}

function reportersRuling(identity: Identity, area: Area, given: Scope): Ruling {
  const level = permission(identity, area).allowView;
  return { scope: level > 0 ? given : 'none', reason: { rule: 'reporters', area, level } };
}

function viewRuling(identity: Identity, accesso: RegisterAccess): Ruling {
  if (accesso.read === 'everyone') return { scope: 'all', reason: { rule: 'everyone' } };
  if (accesso.write === 'admin' && identity.groupID === GRUPPO_AMMINISTRATORI) return { scope: 'all', reason: { rule: 'administrators' } };
  const reason = levelReason(identity, accesso.area, 'view');
  if (reason.level === 0 && accesso.reporters) {
    const reported = reportersRuling(identity, accesso.reporters, 'own');
    if (reported.scope !== 'none') return reported;
  }
  if (reason.level === 3 && accesso.ownOnly?.includes(identity.groupID)) return { scope: 'own', reason: { ...reason, rule: 'own only' } };
  return { scope: SCOPE[reason.level], reason };
}

/** Checks the action for one record. `owner` is the record's `utente`. */
export function may(identity: Identity, accesso: RegisterAccess, action: Action, owner?: string | null): boolean {
  const long = scope(identity, accesso, action);
  return long === 'all' || (long === 'own' && owner === identity.memberID);
}

/** Returns the session marker of the specification. It only shapes the screen and protects nothing. */
export function marcatore(groupID: number): 'admin' | 'user' {
  return groupID === GRUPPO_AMMINISTRATORI ? 'admin' : 'user';
}

/** Checks whether the permissions contain any right that `limit` does not have. */
export function exceeds(permissions: Permissions, limit: Permissions): boolean {
  return AREE.some((area) => {
    const [requested, allowed] = [permissions[area] ?? NOTHING, limit[area] ?? NOTHING];
    return (
      requested.allowInsert > allowed.allowInsert ||
      requested.allowView > allowed.allowView ||
      requested.allowEdit > allowed.allowEdit ||
      requested.allowDelete > allowed.allowDelete
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
