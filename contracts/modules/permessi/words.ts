import type { Action, Level, PermissionLevels, Reason, Ruling } from '../../core/permissions.ts';
import { AREA_NAMES, type Area } from '../areas.ts';

/** Columns of the group's screen, in their order, with their heads. */
export const COLUMN_NAMES: Readonly<Record<keyof PermissionLevels, string>> = {
  allowInsert: 'Insert',
  allowView: 'View',
  allowEdit: 'Edit',
  allowDelete: 'Delete',
};

/** Levels of a column of the group's screen, with their labels. */
export const LEVEL_NAMES: Readonly<Record<Level, string>> = { 0: 'No', 1: 'Owner', 3: 'All' };

const VERBS: Readonly<Record<Action, string>> = { view: 'Vedere', edit: 'Modificare', delete: 'Eliminare', insert: 'Inserire' };

const list = (areas: readonly Area[]): string => areas.map((area) => `«${AREA_NAMES[area]}»`).join(' o ');

/** Returns a column of the group's screen with its level: `«Macchinari», View: Owner`. */
function cell(area: Area, column: keyof PermissionLevels, level: Level): string {
  const value = column === 'allowInsert' ? (level === 0 ? 'No' : 'Sì') : LEVEL_NAMES[level];
  return `«${AREA_NAMES[area]}», ${COLUMN_NAMES[column]}: ${value}`;
}

const RECORDS = { none: 'nessun record', own: 'solo i propri record', all: 'tutti i record' } as const;

/** Says in the words of the group's screen which rule decided an action on a register. */
export function rulingInWords(action: Action, { scope, reason }: Ruling): string {
  return `${VERBS[action]}: ${reasonInWords(action, reason, RECORDS[scope])}.`;
}

function reasonInWords(action: Action, reason: Reason, records: string): string {
  switch (reason.rule) {
    case 'everyone':
      return 'qui tutti leggono tutti i record';
    case 'administrators':
      return 'lo può il gruppo 2, qualunque sia il suo livello';
    case 'through':
      return action === 'insert'
        ? 'lo può chi vede il record a cui si riferisce'
        : 'chi vede il record a cui si riferisce li legge; modifica i propri soltanto chi li ha scritti';
    case 'reporters':
      return reason.level === 0
        ? `serve Owner o All in View di «${AREA_NAMES[reason.area]}»`
        : `${cell(reason.area, 'allowView', reason.level)}, ${action === 'view' ? 'perciò le proprie segnalazioni' : 'perciò può segnalare'}`;
    case 'masters':
      return reason.area === null
        ? `serve All in Edit di ${list(reason.areas)}`
        : `${cell(reason.area, 'allowEdit', 3)}, che vale per tutti i record`;
    case 'own only':
      return `${cell(reason.area, reason.column, reason.level)}, ma questo gruppo vede ${records}`;
    case 'delete all':
      return `${cell(reason.area, reason.column, reason.level)}, ma qui per eliminare serve All`;
    case 'level':
      return reason.column === 'allowInsert'
        ? cell(reason.area, reason.column, reason.level)
        : `${cell(reason.area, reason.column, reason.level)}, ${records}`;
  }
}

/** Says whose a record is, where the person's right covers the own records only. */
export const ownerInWords = (owner: string | undefined, memberID: string): string =>
  owner === memberID ? `Il record è di ${memberID}.` : `Il record non è di ${memberID}: è di ${owner ?? 'nessuno'}.`;
