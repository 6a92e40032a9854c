import { defineRegister } from '../core/define-register.ts';
import { text } from '../core/fields.ts';

/** The catalogue of maintenance types (part 2, section 2). */
export const elencoManutenzioni = defineRegister({
  path: 'elencoManutenzioni',
  bodyKey: 'elencoManutenzioni',
  accesso: { area: 'manutenzioni', lettura: 'tutti', scrittura: 'master' },
  key: { field: 'ID', kind: 'sequence', etichetta: 'Numero' },
  events: {
    created: 'TipoManutenzioneRegistrato.v1',
    changed: 'TipoManutenzioneModificato.v1',
    deleted: 'TipoManutenzioneEliminato.v1',
    restored: 'TipoManutenzioneRipristinato.v1',
  },
  fields: { Descrizione: text('Descrizione', { obbligatorio: true }) },
  etichette: { uno: 'tipo di manutenzione', articolo: 'il tipo di manutenzione', molti: 'tipi di manutenzione' },
  messaggi: {
    creato: 'Inserimento effettuato',
    modificato: 'Modifica effettuata',
    eliminato: 'Manutenzione eliminata con successo',
    confermaElimina: 'Sei sicuro di voler cancellare la manutenzione?',
    erroreSalva: 'Errore nel salvataggio',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['Descrizione'],
  list: { titolo: 'MANUTENZIONI', route: '/home/elenco-manutenzioni', columns: ['Descrizione'], pageSize: 10, sort: 'Descrizione', search: ['Descrizione'] },
  form: { titolo: 'Inserimento Manutenzioni', route: '/home/elenco-manutenzioni', sections: [{ rows: [['Descrizione']] }] },
});
