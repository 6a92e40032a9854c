import { defineRegister } from '../core/define-register.ts';
import { choice, color, text } from '../core/fields.ts';

/** Units of measure (part 2, section 5). */
export const UNITS = ['ml', 'mq', 'mc', 'mctt', 'kg', 'ton', 'qli', 'lt'] as const;

/** Work items that sites price and production counts (part 2, sections 2 and 3). */
export const lavorazioni = defineRegister({
  path: 'lavorazioni',
  bodyKey: 'lavorazione',
  access: { area: 'lavorazioni', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'LavorazioneRegistrata.v1',
    changed: 'LavorazioneModificata.v1',
    deleted: 'LavorazioneEliminata.v1',
    restored: 'LavorazioneRipristinata.v1',
  },
  fields: {
    descrizione: text('Descrizione', { required: true, withoutCommas: true }),
    um: choice('Unità di misura', UNITS, { column: 'UM' }),
    colore: color('Colore'),
  },
  labels: { one: 'lavorazione', article: 'la lavorazione', many: 'lavorazioni' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Lavorazione eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la lavorazione?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['descrizione', 'um'],
  list: {
    title: 'LAVORAZIONI',
    route: '/home/lavorazioni',
    columns: ['descrizione', 'um', 'colore'],
    pageSize: 10,
    sort: 'descrizione',
    search: ['descrizione', 'um'],
  },
  form: {
    title: 'Inserimento Lavorazioni',
    route: '/home/lavorazioni/dettaglio-lavorazioni',
    sections: [{ rows: [['descrizione'], ['um', 'colore']] }],
  },
});
