import { defineRegister } from '../core/define-register.ts';
import { text } from '../core/fields.ts';

/** Parts of a work (work breakdown structure), a master-data list (part 2, section 2). */
export const wbs = defineRegister({
  path: 'wbs',
  bodyKey: 'wbs',
  access: { area: 'cantieri', read: 'everyone', write: 'master' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'WbsRegistrata.v1',
    changed: 'WbsModificata.v1',
    deleted: 'WbsEliminata.v1',
    restored: 'WbsRipristinata.v1',
  },
  fields: { descrizione: text('Descrizione', { required: true }) },
  labels: { one: 'wbs', article: 'la wbs', many: 'wbs' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Wbs eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la wbs?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['descrizione'],
  list: { title: 'WBS', route: '/home/wbs', columns: ['descrizione'], pageSize: 10, sort: 'descrizione', search: ['descrizione'] },
  form: { title: 'Inserimento WBS', route: '/home/wbs/dettaglio-wbs', sections: [{ rows: [['descrizione']] }] },
});
