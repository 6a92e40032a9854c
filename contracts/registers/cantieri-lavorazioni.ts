import { defineRegister } from '../core/define-register.ts';
import { money, note, number, ref, text } from '../core/fields.ts';

/** A work item of one site with its price, at most 100 of them, once the site has a wbs (part 2, sections 2, 3 and 5). */
export const cantieriLavorazioni = defineRegister({
  path: 'cantieri_lavorazioni',
  bodyKey: 'cantieri_lavorazioni',
  access: { area: 'cantieri', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  parent: { register: 'cantieri', field: 'commessa' },
  limit: { max: 100, message: 'Limite massimo Lavorazioni raggiunto!' },
  needs: { register: 'cantieri_wbs', code: 'WBS_ASSENTE' },
  events: {
    created: 'LavorazioneCantiereAggiunta.v1',
    changed: 'LavorazioneCantiereModificata.v1',
    deleted: 'LavorazioneCantiereEliminata.v1',
    restored: 'LavorazioneCantiereRipristinata.v1',
  },
  fields: {
    commessa: text('Commessa', { max: 4 }),
    id_lavorazione: ref('Numero della lavorazione', 'lavorazioni', 'id', { numeric: true }),
    lavorazione: ref('Lavorazione', 'lavorazioni', 'descrizione', { show: ['descrizione', 'um'], creatable: true }),
    id_wbs: ref('Numero della wbs', 'wbs', 'id', { numeric: true }),
    descrizione_wbs: ref('Wbs', 'wbs', 'descrizione', { among: { register: 'cantieri_wbs', value: 'descrizione', by: 'commessa' } }),
    prezzo: money('Prezzo', { decimals: 4, min: 0 }),
    budget_quantita: number('Quantità a budget', { decimals: 3, min: 0 }),
    budget_importo: money('Importo a budget', { min: 0 }),
    articolo: text('Articolo', { max: 100 }),
    descrizione: text('Descrizione', { max: 1000 }),
    note: note('Note'),
  },
  labels: { one: 'lavorazione del cantiere', article: 'la lavorazione del cantiere', many: 'lavorazioni dei cantieri' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Lavorazione eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la lavorazione?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['commessa', 'lavorazione', 'descrizione_wbs'],
  list: {
    title: 'Lavorazioni',
    route: '/home/cantieri',
    columns: ['articolo', 'lavorazione', 'prezzo', 'descrizione_wbs'],
    optional: ['budget_quantita', 'budget_importo', 'descrizione', 'note', 'utente'],
    pageSize: 5,
    sort: 'articolo',
    sums: [{ field: 'budget_importo', unit: '€' }],
    search: ['commessa', 'articolo', 'lavorazione', 'descrizione_wbs', 'descrizione', 'note'],
  },
  form: {
    title: 'Lavorazione',
    route: '/home/cantieri/dettaglio-cantiere',
    sections: [
      {
        rows: [
          ['lavorazione', 'descrizione_wbs'],
          ['prezzo', 'articolo'],
          ['budget_quantita', 'budget_importo'],
          ['descrizione'],
          ['note'],
        ],
      },
    ],
  },
});
