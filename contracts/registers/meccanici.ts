import { defineRegister } from '../core/define-register.ts';
import { text } from '../core/fields.ts';

/** Mechanics, a master-data list (part 2, section 2). */
export const meccanici = defineRegister({
  path: 'meccanici',
  bodyKey: 'meccanici',
  accesso: { area: 'manutenzioni', lettura: 'tutti', scrittura: 'master' },
  key: { field: 'id', kind: 'sequence', etichetta: 'Numero' },
  events: {
    created: 'MeccanicoRegistrato.v1',
    changed: 'MeccanicoModificato.v1',
    deleted: 'MeccanicoEliminato.v1',
    restored: 'MeccanicoRipristinato.v1',
  },
  fields: { descrizione: text('Descrizione', { obbligatorio: true }) },
  etichette: { uno: 'meccanico', articolo: 'il meccanico', molti: 'meccanici' },
  messaggi: {
    creato: 'Inserimento effettuato',
    modificato: 'Modifica effettuata',
    eliminato: 'Meccanico eliminato con successo',
    confermaElimina: 'Sei sicuro di voler cancellare il meccanico?',
    erroreSalva: 'Errore nel salvataggio',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['descrizione'],
  list: { titolo: 'MECCANICI', route: '/home/meccanici', columns: ['descrizione'], pageSize: 10, sort: 'descrizione', search: ['descrizione'] },
  form: { titolo: 'Inserimento Meccanici', route: '/home/meccanici/dettaglio-meccanici', sections: [{ rows: [['descrizione']] }] },
});
