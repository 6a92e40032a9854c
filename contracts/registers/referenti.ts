import { defineRegister } from '../core/define-register.ts';
import { text } from '../core/fields.ts';

/** Contacts of the sites, a master-data list (part 2, section 2). */
export const referenti = defineRegister({
  path: 'referenti',
  bodyKey: 'referente',
  access: { area: 'noleggi_int', read: 'everyone', write: 'area' },
  key: { field: 'ID', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'ReferenteRegistrato.v1',
    changed: 'ReferenteModificato.v1',
    deleted: 'ReferenteEliminato.v1',
    restored: 'ReferenteRipristinato.v1',
  },
  fields: { Nome: text('Nome', { required: true }), Telefono: text('Telefono', { max: 50 }) },
  labels: { one: 'referente', article: 'il referente', many: 'referenti' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Referente eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il referente?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['Nome', 'Telefono'],
  list: {
    title: 'REFERENTI',
    route: '/home/referenti',
    columns: ['Nome', 'Telefono'],
    pageSize: 10,
    sort: 'Nome',
    search: ['Nome', 'Telefono'],
  },
  form: { title: 'Inserimento Referenti', route: '/home/referenti', sections: [{ rows: [['Nome', 'Telefono']] }] },
});
