import { defineRegister } from '../core/define-register.ts';
import { date, note, text } from '../core/fields.ts';

/** Maximum number of characters of a comment. */
const MAX_LETTERS = 4000;

/** Register of the comments on records of every other register. Each follows the rights of its record, and is changed by its author alone. */
export const commenti = defineRegister({
  path: 'commenti',
  bodyKey: 'commento',
  access: { area: 'admin_page', write: 'area', through: { register: 'tabella', record: 'record' }, bulkOwn: true },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  oneByOne: true,
  events: {
    created: 'CommentoScritto.v1',
    changed: 'CommentoModificato.v1',
    deleted: 'CommentoEliminato.v1',
    restored: 'CommentoRipristinato.v1',
  },
  fields: {
    tabella: text('Registro', { required: true, max: 60 }),
    record: text('Record', { required: true }),
    testo: note('Commento', { required: true, max: MAX_LETTERS }),
    ricordami: date('Ricordami il'),
  },
  labels: { one: 'commento', article: 'il commento', many: 'commenti' },
  messages: {
    created: 'Commento aggiunto',
    changed: 'Commento modificato',
    deleted: 'Commento eliminato',
    confirmDelete: 'Sei sicuro di voler cancellare il commento?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['tabella', 'record'],
  list: {
    title: 'COMMENTI',
    route: '/home/commenti',
    columns: ['testo', 'ricordami', 'utente'],
    pageSize: 20,
    sort: '-id',
    search: ['testo'],
  },
  form: { title: 'COMMENTO', route: '/home/commenti', sections: [{ rows: [['testo', 'ricordami']] }] },
});
