import { defineRegister } from '../core/define-register.ts';
import { text } from '../core/fields.ts';

/** Kinds of cost, a master-data list (part 2, section 2). The list's title corrects the specification's. */
export const tipologiaCosti = defineRegister({
  path: 'tipologia_costi',
  bodyKey: 'tipologia_costi',
  access: { area: 'voci_costo', read: 'everyone', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'TipologiaCostiRegistrata.v1',
    changed: 'TipologiaCostiModificata.v1',
    deleted: 'TipologiaCostiEliminata.v1',
    restored: 'TipologiaCostiRipristinata.v1',
  },
  fields: { descrizione: text('Descrizione', { required: true }) },
  labels: { one: 'tipologia di costo', article: 'la tipologia di costo', many: 'tipologie di costo' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'TipologiaCosti eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la tipologiaCosti?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['descrizione'],
  list: {
    title: 'TIPOLOGIA COSTI',
    route: '/home/tipologia-costi',
    columns: ['descrizione'],
    pageSize: 10,
    sort: 'descrizione',
    search: ['descrizione'],
  },
  form: {
    title: 'Inserimento Tipologia Costi',
    route: '/home/tipologia-costi/dettaglio-tipologia-costi',
    sections: [{ rows: [['descrizione']] }],
  },
});
