import { defineRegister } from '../core/define-register.ts';
import { note, number, text } from '../core/fields.ts';

/** Users. Credentials are not part of the record: they live in a table of their own (part 2, section 3). */
export const users = defineRegister({
  path: 'users',
  bodyKey: 'user',
  accesso: { area: 'admin_page', scrittura: 'admin' },
  key: { field: 'memberID', kind: 'natural', etichetta: 'Username', max: 50 },
  events: {
    created: 'UtenteRegistrato.v1',
    changed: 'UtenteModificato.v1',
    deleted: 'UtenteEliminato.v1',
    restored: 'UtenteRipristinato.v1',
  },
  fields: {
    groupID: number('Gruppo', { decimali: 0, min: 1, obbligatorio: true }),
    email: text('Email'),
    custom1: text('Nome completo'),
    custom2: text('Indirizzo'),
    custom3: text('Città'),
    custom4: text('Stato'),
    comments: note('Note'),
    signupDate: text('Data iscrizione', { max: 30 }),
  },
  etichette: { uno: 'utente', articolo: "l'utente", molti: 'utenti' },
  messaggi: {
    creato: 'Inserimento effettuato',
    modificato: 'Modifica effettuata',
    eliminato: 'Utente eliminato con successo',
    confermaElimina: "Sei sicuro di voler cancellare l'utente?",
    erroreSalva: 'Errore nel salvataggio',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['memberID', 'custom1'],
  list: {
    titolo: 'UTENTI', route: '/membership', columns: ['memberID', 'groupID', 'custom1', 'custom2', 'custom3', 'custom4'],
    pageSize: 10, sort: 'memberID', search: ['memberID', 'custom1', 'custom2', 'custom3', 'email'],
  },
  form: {
    titolo: 'Utente', route: '/membership/dettaglio-utente',
    sections: [{ rows: [['memberID', 'groupID'], ['email', 'custom1'], ['custom2', 'custom3', 'custom4'], ['comments']] }],
  },
});
