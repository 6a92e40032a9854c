import { defineRegister } from '../core/define-register.ts';
import { text } from '../core/fields.ts';

/** Job roles, a master-data list (part 2, section 2). */
export const mansioni = defineRegister({
  path: 'mansioni',
  bodyKey: 'mansioni',
  access: { area: 'report', read: 'everyone', write: 'master' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'MansioneRegistrata.v1',
    changed: 'MansioneModificata.v1',
    deleted: 'MansioneEliminata.v1',
    restored: 'MansioneRipristinata.v1',
  },
  fields: { descrizione: text('Descrizione', { required: true }) },
  labels: { one: 'mansione', article: 'la mansione', many: 'mansioni' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Mansioni eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la mansioni?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['descrizione'],
  list: {
    title: 'MANSIONI',
    route: '/home/mansioni',
    columns: ['descrizione'],
    pageSize: 10,
    sort: 'descrizione',
    search: ['descrizione'],
  },
  form: { title: 'Inserimento Mansioni', route: '/home/mansioni/dettaglio-mansioni', sections: [{ rows: [['descrizione']] }] },
});
