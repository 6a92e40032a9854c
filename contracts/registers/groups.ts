import { defineRegister } from '../core/define-register.ts';
import { flag, text } from '../core/fields.ts';

/** Groups of users (part 2, section 3). */
export const groups = defineRegister({
  path: 'groups',
  bodyKey: 'group',
  access: { area: 'admin_page', write: 'admin' },
  key: { field: 'groupID', kind: 'sequence', label: 'Numero' },
  oneByOne: true,
  events: {
    created: 'GruppoRegistrato.v1',
    changed: 'GruppoModificato.v1',
    deleted: 'GruppoEliminato.v1',
    restored: 'GruppoRipristinato.v1',
  },
  fields: {
    name: text('Group name', { column: 'Group', required: true }),
    description: text('Description'),
    allowSignup: flag('Iscrizione libera'),
    needsApproval: flag('Approvazione richiesta'),
  },
  labels: { one: 'gruppo', article: 'il gruppo', many: 'gruppi' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Gruppo eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il gruppo?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['name'],
  list: {
    title: 'GRUPPI',
    route: '/membership',
    columns: ['name', 'description'],
    pageSize: 10,
    sort: 'name',
    search: ['name', 'description'],
  },
  form: { title: 'Gruppo', route: '/membership/dettaglio-gruppo', sections: [{ rows: [['name', 'description']] }] },
});
