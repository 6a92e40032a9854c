import {
  GRUPPO_AMMINISTRATORI,
  GRUPPO_CAPICANTIERE,
  GRUPPO_DIREZIONE,
  GRUPPO_OPERATIVI,
  type Level,
  type PermissionLevels,
} from '#contracts/core/permissions.ts';
import { AREE, type Area } from '#contracts/modules/areas.ts';

export interface InitialGroup {
  groupID: number;
  name: string;
  description: string;
  permessi: Record<Area, PermissionLevels>;
}

const p = (allowInsert: 0 | 1, allowView: Level, allowEdit: Level, allowDelete: Level): PermissionLevels => ({
  allowInsert,
  allowView,
  allowEdit,
  allowDelete,
});
const NOTHING = p(0, 0, 0, 0);
const READS = p(0, 3, 0, 0);
const ALL = p(1, 3, 3, 3);

const per = (base: PermissionLevels, different: Partial<Record<Area, PermissionLevels>> = {}): Record<Area, PermissionLevels> =>
  Object.fromEntries(AREE.map((area) => [area, different[area] ?? base])) as Record<Area, PermissionLevels>;

/** Groups of a new installation, with the numbers to which the specification gives a meaning. */
export const INITIAL_GROUPS: readonly InitialGroup[] = [
  {
    groupID: GRUPPO_AMMINISTRATORI,
    name: 'Amministratori',
    description: 'Tutto il portale, utenti e gruppi compresi',
    permessi: per(ALL),
  },
  {
    groupID: GRUPPO_DIREZIONE,
    name: 'Direzione',
    description: 'Tutti i dati della ditta',
    permessi: per(ALL, { admin_page: NOTHING }),
  },
  {
    groupID: GRUPPO_CAPICANTIERE,
    name: 'Capicantiere',
    description: 'Produzione, manutenzioni e accise dei propri cantieri',
    permessi: per(NOTHING, {
      macchinari: READS,
      cantieri: READS,
      lavorazioni: READS,
      noleggi_int: READS,
      manutenzioni: p(1, 3, 1, 1),
      accise: p(1, 3, 1, 1),
      produzione: p(1, 3, 1, 1),
    }),
  },
  {
    groupID: GRUPPO_OPERATIVI,
    name: 'Operativi',
    description: 'Le proprie manutenzioni e accise',
    permessi: per(NOTHING, {
      macchinari: READS,
      cantieri: READS,
      manutenzioni: p(1, 1, 1, 0),
      accise: p(1, 1, 1, 0),
    }),
  },
];
