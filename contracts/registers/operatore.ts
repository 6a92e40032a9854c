import { defineRegister } from '../core/define-register.ts';
import { ref, text } from '../core/fields.ts';

/** Operators, a master-data list (part 2, section 2). */
export const operatore = defineRegister({
  path: 'operatore',
  bodyKey: 'operatore',
  access: { area: 'produzione', read: 'everyone', write: 'master' },
  personalFields: ['descrizione'],
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'OperatoreRegistrato.v1',
    changed: 'OperatoreModificato.v1',
    deleted: 'OperatoreEliminato.v1',
    restored: 'OperatoreRipristinato.v1',
  },
  fields: {
    descrizione: text('Descrizione', { required: true }),
    // worker record of this operator, which has the deadlines and decides fitness
    matricola: ref('Lavoratore', 'personale', 'matricola', { show: ['matricola', 'cognome', 'nome'] }),
  },
  labels: { one: 'operatore', article: "l'operatore", many: 'operatori' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Operatore eliminata con successo',
    confirmDelete: "Sei sicuro di voler cancellare l'operatore?",
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['descrizione'],
  list: {
    title: 'OPERATORE',
    route: '/home/operatore',
    columns: ['descrizione', 'matricola'],
    pageSize: 10,
    sort: 'descrizione',
    search: ['descrizione'],
  },
  form: {
    title: 'Inserimento Operatore',
    route: '/home/operatore/dettaglio-operatore',
    sections: [{ rows: [['descrizione', 'matricola']] }],
  },
});
