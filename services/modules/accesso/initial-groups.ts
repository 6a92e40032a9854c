import {
  AREE, GRUPPO_AMMINISTRATORI, GRUPPO_CAPICANTIERE, GRUPPO_DIREZIONE, GRUPPO_OPERATIVI, type Area, type Livello, type Permesso,
} from '#contracts/core/permissions.ts';

export interface GruppoIniziale {
  groupID: number;
  name: string;
  description: string;
  permessi: Record<Area, Permesso>;
}

const p = (allowInsert: 0 | 1, allowView: Livello, allowEdit: Livello, allowDelete: Livello): Permesso =>
  ({ allowInsert, allowView, allowEdit, allowDelete });
const NIENTE = p(0, 0, 0, 0);
const LEGGE = p(0, 3, 0, 0);
const TUTTO = p(1, 3, 3, 3);

const per = (base: Permesso, diversi: Partial<Record<Area, Permesso>> = {}): Record<Area, Permesso> =>
  Object.fromEntries(AREE.map((area) => [area, diversi[area] ?? base])) as Record<Area, Permesso>;

/** The groups of a fresh installation, under the numbers the specification gives a meaning to. */
export const GRUPPI_INIZIALI: readonly GruppoIniziale[] = [
  {
    groupID: GRUPPO_AMMINISTRATORI, name: 'Amministratori', description: 'Tutto il portale, utenti e gruppi compresi',
    permessi: per(TUTTO),
  },
  {
    groupID: GRUPPO_DIREZIONE, name: 'Direzione', description: 'Tutti i dati della ditta',
    permessi: per(TUTTO, { admin_page: NIENTE }),
  },
  {
    groupID: GRUPPO_CAPICANTIERE, name: 'Capicantiere', description: 'Produzione, manutenzioni e accise dei propri cantieri',
    permessi: per(NIENTE, {
      macchinari: LEGGE, cantieri: LEGGE, lavorazioni: LEGGE, noleggi_int: LEGGE,
      manutenzioni: p(1, 3, 1, 1), accise: p(1, 3, 1, 1), produzione: p(1, 3, 1, 1),
    }),
  },
  {
    groupID: GRUPPO_OPERATIVI, name: 'Operativi', description: 'Le proprie manutenzioni e accise',
    permessi: per(NIENTE, {
      macchinari: LEGGE, cantieri: LEGGE,
      manutenzioni: p(1, 1, 1, 0), accise: p(1, 1, 1, 0),
    }),
  },
];
