import { AREE } from '../core/permissions.ts';
import { defineRegister } from '../core/define-register.ts';
import { choice, number } from '../core/fields.ts';

/** One permission row: what a group may do in one area (part 2, section 3). */
export const groupsPermissions = defineRegister({
  path: 'groupsPermissions',
  bodyKey: 'group',
  access: { area: 'admin_page', write: 'admin' },
  key: { field: 'permissionID', kind: 'sequence', label: 'Numero' },
  parent: { register: 'groups', field: 'groupID' },
  unique: { field: 'tableName', message: 'Il gruppo ha già un permesso per questa area.' },
  events: {
    created: 'PermessoRegistrato.v1',
    changed: 'PermessoModificato.v1',
    deleted: 'PermessoEliminato.v1',
    restored: 'PermessoRipristinato.v1',
  },
  fields: {
    groupID: number('Gruppo', { decimals: 0, min: 1, required: true }),
    tableName: choice('Area', AREE, { required: true }),
    allowInsert: number('Insert', { decimals: 0, min: 0 }),
    allowView: number('View', { decimals: 0, min: 0 }),
    allowEdit: number('Edit', { decimals: 0, min: 0 }),
    allowDelete: number('Delete', { decimals: 0, min: 0 }),
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
