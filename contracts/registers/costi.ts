import { product, valueFault } from '../core/decimals.ts';
import { defineRegister } from '../core/define-register.ts';
import { date, money, number, ref } from '../core/fields.ts';

/** Costs of the sites (part 2, sections 2 and 3). Total = importo × quantita. */
export const costi = defineRegister({
  path: 'costi',
  bodyKey: 'costi',
  access: { area: 'costi', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Progressivo' },
  events: {
    created: 'CostoRegistrato.v1',
    changed: 'CostoModificato.v1',
    deleted: 'CostoEliminato.v1',
    restored: 'CostoRipristinato.v1',
  },
  fields: {
    data: date('Data', { today: true }),
    cantiere: ref('Cantiere', 'cantieri', 'commessa', { required: true, show: ['commessa', 'committente'], creatable: true, named: true }),
    wbs: ref('Wbs', 'wbs', 'descrizione'),
    tipologia_costo: ref('Tipologia', 'tipologia_costi', 'descrizione', { required: true, creatable: true }),
    quantita: number('Quantità', { decimals: 3, min: 0, required: true }),
    importo: money('Importo', { min: 0, required: true }),
    totale: money('Totale', { computed: true }),
  },
  faults: ({ totale }) => valueFault('importo', totale),
  derive: ({ importo, quantita }) => ({ totale: product(importo, quantita) }),
  labels: { one: 'costo', article: 'il costo', many: 'costi' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Costi eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il costo?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['data', 'cantiere', 'tipologia_costo'],
  list: {
    title: 'COSTI',
    route: '/home/costi',
    columns: ['id', 'utente', 'data', 'cantiere', 'wbs', 'tipologia_costo', 'quantita', 'importo', 'totale'],
    pageSize: 10,
    sort: '-data',
    sums: [{ field: 'totale', unit: '€' }],
    search: ['utente', 'cantiere', 'tipologia_costo'],
  },
  form: {
    title: 'Inserimento Costi',
    route: '/home/costi/dettaglio-costi',
    sections: [
      {
        rows: [
          ['data', 'cantiere'],
          ['wbs', 'tipologia_costo'],
          ['quantita', 'importo', 'totale'],
        ],
      },
    ],
  },
});
