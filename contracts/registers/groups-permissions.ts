import { AREA_NAMES, AREE } from '../modules/areas.ts';
import { defineRegister } from '../core/define-register.ts';
import { choice, number } from '../core/fields.ts';

const INSERT = { 0: 'no', 1: 'sì', 3: 'sì' } as const;
const LEVEL = { 0: 'nessun record', 1: 'solo i propri', 3: 'tutti' } as const;

/** One permission row: what a group may do in one area (part 2, section 3). */
export const groupsPermissions = defineRegister({
  path: 'groupsPermissions',
  bodyKey: 'group',
  access: { area: 'admin_page', write: 'admin' },
  key: { field: 'permissionID', kind: 'sequence', label: 'Numero' },
  parent: { register: 'groups', field: 'groupID' },
  unique: { field: 'tableName', message: 'Il gruppo ha già un permesso per questa area.' },
  oneByOne: true,
  events: {
    created: 'PermessoRegistrato.v1',
    changed: 'PermessoModificato.v1',
    deleted: 'PermessoEliminato.v1',
    restored: 'PermessoRipristinato.v1',
  },
  fields: {
    groupID: number('Gruppo', { decimals: 0, min: 1, required: true }),
    tableName: choice(
      'Area',
      AREE.map((value) => ({ value, label: AREA_NAMES[value] })),
      { required: true },
    ),
    allowInsert: number('Inserimento', { decimals: 0, min: 0, words: INSERT }),
    allowView: number('Visualizzazione', { decimals: 0, min: 0, words: LEVEL }),
    allowEdit: number('Modifica', { decimals: 0, min: 0, words: LEVEL }),
    allowDelete: number('Eliminazione', { decimals: 0, min: 0, words: LEVEL }),
  },
  labels: { one: 'permesso', article: 'il permesso', many: 'permessi' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Permesso eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il permesso?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['tableName'],
  list: {
    title: 'PERMESSI',
    route: '/membership',
    columns: ['tableName', 'allowInsert', 'allowView', 'allowEdit', 'allowDelete'],
    pageSize: 20,
    sort: 'tableName',
    search: ['tableName'],
  },
  form: {
    title: 'Permesso',
    route: '/membership/dettaglio-gruppo',
    sections: [{ rows: [['tableName'], ['allowInsert', 'allowView', 'allowEdit', 'allowDelete']] }],
  },
});
