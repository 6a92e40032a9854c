import { defineRegister } from '../core/define-register.ts';
import { date, flag, money, note, number, ref, text } from '../core/fields.ts';
import { GRUPPO_CAPICANTIERE } from '../core/permissions.ts';

const COMPUTED = { computed: true } as const;

/**
 * Register of production headers: one per day and site, with lines as child records (part 2, sections 2 and 3). The computed fields
 * summarise the lines; a read model computes them.
 */
export const produzionePadre = defineRegister({
  path: 'produzione_padre',
  bodyKey: 'produzione_padre',
  access: { area: 'produzione', write: 'area', ownOnly: [GRUPPO_CAPICANTIERE], bulkOwn: true },
  key: { field: 'id', kind: 'sequence', label: 'Numero', whenEmpty: 'PRODUZIONE_NON_SCELTA' },
  events: {
    created: 'ProduzioneRegistrata.v1',
    changed: 'ProduzioneModificata.v1',
    deleted: 'ProduzioneEliminata.v1',
    restored: 'ProduzioneRipristinata.v1',
  },
  fields: {
    data: date('Data', { required: true, today: true }),
    cantiere: ref('Cantiere', 'cantieri', 'commessa', {
      required: true,
      show: ['commessa', 'committente'],
      creatable: true,
      named: true,
    }),
    commessa: text('Commessa', { max: 4, ...COMPUTED }),
    wbs: text('Wbs', { max: 5000, ...COMPUTED }),
    lavorazioni: text('Lavorazioni', { max: 5000, ...COMPUTED }),
    quantita: number('Quantità', { decimals: 3, ...COMPUTED }),
    attrezzatura: text('Attrezzatura', { max: 5000, ...COMPUTED }),
    descrizione: text('Descrizione', { max: 5000, ...COMPUTED }),
    operatori: text('Operatori', { max: 5000, ...COMPUTED }),
    note: note('Note', { max: 50_000, ...COMPUTED }),
    produzione: money('Produzione', COMPUTED),
    noleggio: flag('Noleggio', COMPUTED),
  },
  derive: ({ cantiere }) => ({ commessa: cantiere ?? null }),
  labels: { one: 'produzione', article: 'la produzione', many: 'produzioni' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Aggiornamento effettuato',
    deleted: 'Produzione eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la produzione?',
    saveError: "Errore durante l'aggionamento",
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['data', 'cantiere'],
  list: {
    title: 'PRODUZIONE',
    file: 'Produzioni',
    route: '/home/produzione',
    columns: ['data', 'cantiere', 'wbs', 'lavorazioni', 'quantita', 'attrezzatura', 'operatori', 'produzione', 'note', 'utente'],
    optional: ['descrizione', 'noleggio'],
    pageSize: 20,
    sort: '-data',
    sums: [{ field: 'produzione', unit: '€' }],
    search: ['data', 'cantiere', 'wbs', 'lavorazioni', 'attrezzatura', 'descrizione', 'operatori', 'note', 'utente'],
  },
  form: {
    title: 'Inserimento Produzione',
    route: '/home/produzione/dettaglio-produzione',
    sections: [{ rows: [['data', 'cantiere']] }],
  },
});
