import { defineRegister } from '../core/define-register.ts';
import { text } from '../core/fields.ts';

/** Mechanics, a master-data list (part 2, section 2). */
export const meccanici = defineRegister({
  path: 'meccanici',
  bodyKey: 'meccanici',
  access: { area: 'manutenzioni', read: 'everyone', write: 'master' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'MeccanicoRegistrato.v1',
    changed: 'MeccanicoModificato.v1',
    deleted: 'MeccanicoEliminato.v1',
    restored: 'MeccanicoRipristinato.v1',
  },
  fields: { descrizione: text('Descrizione', { required: true }) },
  labels: { one: 'meccanico', article: 'il meccanico', many: 'meccanici' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Meccanico eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il meccanico?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['descrizione'],
  list: {
    title: 'MECCANICI',
    route: '/home/meccanici',
    columns: ['descrizione'],
    pageSize: 10,
    sort: 'descrizione',
    search: ['descrizione'],
  },
  form: { title: 'Inserimento Meccanici', route: '/home/meccanici/dettaglio-meccanici', sections: [{ rows: [['descrizione']] }] },
});
