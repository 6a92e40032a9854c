import { defineRegister } from '../core/define-register.ts';
import { ref, text } from '../core/fields.ts';

/** A wbs of one site, at most 100 of them (part 2, sections 2, 3 and 5). */
export const cantieriWbs = defineRegister({
  path: 'cantieri_wbs',
  bodyKey: 'cantieri_wbs',
  access: { area: 'cantieri', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  parent: { register: 'cantieri', field: 'commessa' },
  limit: { max: 100, message: 'Limite massimo Wbs raggiunto!' },
  events: {
    created: 'WbsCantiereAggiunta.v1',
    changed: 'WbsCantiereModificata.v1',
    deleted: 'WbsCantiereEliminata.v1',
    restored: 'WbsCantiereRipristinata.v1',
  },
  fields: {
    commessa: text('Commessa', { max: 4 }),
    id_wbs: ref('Numero della wbs', 'wbs', 'id', { numeric: true }),
    descrizione: ref('Wbs', 'wbs', 'descrizione', { creatable: true }),
  },
  labels: { one: 'wbs del cantiere', article: 'la wbs del cantiere', many: 'wbs dei cantieri' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Wbs eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la wbs?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['commessa', 'descrizione'],
  list: {
    title: 'Wbs',
    route: '/home/cantieri',
    columns: ['descrizione'],
    optional: ['utente'],
    pageSize: 5,
    sort: 'descrizione',
    search: ['commessa', 'descrizione'],
  },
  form: { title: 'Wbs', route: '/home/cantieri/dettaglio-cantiere', sections: [{ rows: [['descrizione']] }] },
});
