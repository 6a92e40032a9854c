import { defineRegister } from '../core/define-register.ts';
import { text } from '../core/fields.ts';

/** Kinds of machine, a master-data list (part 2, section 2). */
export const tipologia = defineRegister({
  path: 'tipologia',
  bodyKey: 'tipologia',
  accesso: { area: 'macchinari', lettura: 'tutti', scrittura: 'master' },
  key: { field: 'id', kind: 'sequence', etichetta: 'Numero' },
  events: {
    created: 'TipologiaRegistrata.v1',
    changed: 'TipologiaModificata.v1',
    deleted: 'TipologiaEliminata.v1',
    restored: 'TipologiaRipristinata.v1',
  },
  fields: { tipologia: text('Descrizione', { obbligatorio: true }) },
  etichette: { uno: 'tipologia', articolo: 'la tipologia', molti: 'tipologie' },
  messaggi: {
    creato: 'Inserimento effettuato',
    modificato: 'Modifica effettuata',
    eliminato: 'Tipologia eliminata con successo',
    confermaElimina: 'Sei sicuro di voler cancellare la tipologia?',
    erroreSalva: 'Errore nel salvataggio',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['tipologia'],
  list: { titolo: 'TIPOLOGIE', route: '/home/tipologia', columns: ['tipologia'], pageSize: 10, sort: 'tipologia', search: ['tipologia'] },
  form: { titolo: 'Inserimento Tipologie', route: '/home/tipologia/dettaglio-tipologia', sections: [{ rows: [['tipologia']] }] },
});
