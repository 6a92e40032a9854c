import { defineRegister } from '../core/define-register.ts';
import { flag, text } from '../core/fields.ts';

/** Groups of users (part 2, section 3). */
export const groups = defineRegister({
  path: 'groups',
  bodyKey: 'group',
  accesso: { area: 'admin_page', scrittura: 'admin' },
  key: { field: 'groupID', kind: 'sequence', etichetta: 'Numero' },
  events: {
    created: 'GruppoRegistrato.v1',
    changed: 'GruppoModificato.v1',
    deleted: 'GruppoEliminato.v1',
    restored: 'GruppoRipristinato.v1',
  },
  fields: {
    name: text('Nome', { obbligatorio: true }),
    description: text('Descrizione'),
    allowSignup: flag('Iscrizione libera'),
    needsApproval: flag('Approvazione richiesta'),
  },
  etichette: { uno: 'gruppo', articolo: 'il gruppo', molti: 'gruppi' },
  messaggi: {
    creato: 'Inserimento effettuato',
    modificato: 'Modifica effettuata',
    eliminato: 'Gruppo eliminato con successo',
    confermaElimina: 'Sei sicuro di voler cancellare il gruppo?',
    erroreSalva: 'Errore nel salvataggio',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['name'],
  list: { titolo: 'GRUPPI', route: '/membership', columns: ['name', 'description'], pageSize: 10, sort: 'name', search: ['name', 'description'] },
  form: { titolo: 'Gruppo', route: '/membership/dettaglio-gruppo', sections: [{ rows: [['name', 'description']] }] },
});
