import { defineRegister } from '../core/define-register.ts';
import { text } from '../core/fields.ts';

/** The catalogue of maintenance types (part 2, section 2). */
export const elencoManutenzioni = defineRegister({
  path: 'elencoManutenzioni',
  bodyKey: 'elencoManutenzioni',
  access: { area: 'manutenzioni', read: 'everyone', write: 'master' },
  key: { field: 'ID', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'TipoManutenzioneRegistrato.v1',
    changed: 'TipoManutenzioneModificato.v1',
    deleted: 'TipoManutenzioneEliminato.v1',
    restored: 'TipoManutenzioneRipristinato.v1',
  },
  fields: { Descrizione: text('Descrizione', { required: true, withoutCommas: true }) },
  labels: { one: 'tipo di manutenzione', article: 'il tipo di manutenzione', many: 'tipi di manutenzione' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Manutenzione eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la manutenzione?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['Descrizione'],
  list: {
    title: 'MANUTENZIONI',
    route: '/home/elenco-manutenzioni',
    columns: ['Descrizione'],
    pageSize: 10,
    sort: 'Descrizione',
    search: ['Descrizione'],
  },
  form: { title: 'Inserimento Manutenzioni', route: '/home/elenco-manutenzioni', sections: [{ rows: [['Descrizione']] }] },
});
