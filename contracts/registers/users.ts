import { defineRegister } from '../core/define-register.ts';
import { note, ref, text } from '../core/fields.ts';
import { CALENDAR_MADE, CALENDAR_REVOKED } from '../modules/calendario.ts';

/**
 * Register of users, with the field names of the specification (part 2, section 3). Credentials are not part of the record; a separate
 * table holds them.
 */
export const users = defineRegister({
  path: 'users',
  bodyKey: 'user',
  access: { area: 'admin_page', write: 'admin' },
  accounts: { fullName: 'custom1' },
  key: { field: 'memberID', kind: 'natural', label: 'Username', max: 50 },
  oneByOne: true,
  events: {
    created: 'UtenteRegistrato.v1',
    changed: 'UtenteModificato.v1',
    deleted: 'UtenteEliminato.v1',
    restored: 'UtenteRipristinato.v1',
  },
  facts: {
    'PasswordCambiata.v1': 'ha cambiato la password',
    [CALENDAR_MADE]: 'ha creato il collegamento al calendario',
    [CALENDAR_REVOKED]: 'ha revocato il collegamento al calendario',
  },
  fields: {
    groupID: ref('Group', 'groups', 'groupID', { numeric: true, show: ['name'], required: true }),
    email: text('Email'),
    custom1: text('Full Name'),
    custom2: text('Address'),
    custom3: text('City'),
    custom4: text('State'),
    comments: note('Comments'),
    signupDate: text('Data iscrizione', { max: 30 }),
  },
  labels: { one: 'utente', article: "l'utente", many: 'utenti' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Utente eliminato con successo',
    confirmDelete: "Sei sicuro di voler cancellare l'utente?",
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['memberID', 'custom1'],
  list: {
    title: 'UTENTI',
    route: '/membership',
    columns: ['memberID', 'groupID', 'custom1', 'custom2', 'custom3', 'custom4'],
    pageSize: 10,
    sort: 'memberID',
    search: ['memberID', 'custom1', 'custom2', 'custom3', 'email'],
  },
  form: {
    title: 'Utente',
    route: '/membership/dettaglio-utente',
    sections: [{ rows: [['memberID', 'groupID'], ['email', 'custom1'], ['custom2', 'custom3', 'custom4'], ['comments']] }],
  },
});
