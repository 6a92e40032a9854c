import { AREE } from '../core/permissions.ts';
import { defineRegister } from '../core/define-register.ts';
import { choice, number } from '../core/fields.ts';

/** One permission row: what a group may do in one area (part 2, section 3). */
export const groupsPermissions = defineRegister({
  path: 'groupsPermissions',
  bodyKey: 'group',
  accesso: { area: 'admin_page', scrittura: 'admin' },
  key: { field: 'permissionID', kind: 'sequence', etichetta: 'Numero' },
  parent: { register: 'groups', field: 'groupID' },
  events: {
    created: 'PermessoRegistrato.v1',
    changed: 'PermessoModificato.v1',
    deleted: 'PermessoEliminato.v1',
    restored: 'PermessoRipristinato.v1',
  },
  fields: {
    groupID: number('Gruppo', { decimali: 0, min: 1, obbligatorio: true }),
    tableName: choice('Area', AREE, { obbligatorio: true }),
    allowInsert: number('Insert', { decimali: 0, min: 0 }),
    allowView: number('View', { decimali: 0, min: 0 }),
    allowEdit: number('Edit', { decimali: 0, min: 0 }),
    allowDelete: number('Delete', { decimali: 0, min: 0 }),
  },
  etichette: { uno: 'permesso', articolo: 'il permesso', molti: 'permessi' },
  messaggi: {
    creato: 'Inserimento effettuato',
    modificato: 'Modifica effettuata',
    eliminato: 'Permesso eliminato con successo',
    confermaElimina: 'Sei sicuro di voler cancellare il permesso?',
    erroreSalva: 'Errore nel salvataggio',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['tableName'],
  list: { titolo: 'PERMESSI', route: '/membership', columns: ['tableName', 'allowInsert', 'allowView', 'allowEdit', 'allowDelete'], pageSize: 20, sort: 'tableName', search: ['tableName'] },
  form: { titolo: 'Permesso', route: '/membership/dettaglio-gruppo', sections: [{ rows: [['tableName'], ['allowInsert', 'allowView', 'allowEdit', 'allowDelete']] }] },
});
