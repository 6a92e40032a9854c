import { defineRegister } from '../core/define-register.ts';
import { text } from '../core/fields.ts';

/** Kinds of machine, a master-data list (part 2, section 2). */
export const tipologia = defineRegister({
  path: 'tipologia',
  bodyKey: 'tipologia',
  access: { area: 'macchinari', read: 'everyone', write: 'master' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'TipologiaRegistrata.v1',
    changed: 'TipologiaModificata.v1',
    deleted: 'TipologiaEliminata.v1',
    restored: 'TipologiaRipristinata.v1',
  },
  fields: { tipologia: text('Descrizione', { required: true }) },
  labels: { one: 'tipologia', article: 'la tipologia', many: 'tipologie' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Tipologia eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la tipologia?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['tipologia'],
  list: { title: 'TIPOLOGIE', route: '/home/tipologia', columns: ['tipologia'], pageSize: 10, sort: 'tipologia', search: ['tipologia'] },
  form: { title: 'Inserimento Tipologie', route: '/home/tipologia/dettaglio-tipologia', sections: [{ rows: [['tipologia']] }] },
});
