import { defineRegister } from '../core/define-register.ts';
import { note, text } from '../core/fields.ts';

/** Engine, transmission and base-machine data, one record per machine (part 1, section 3). */
export const datiMacchina = defineRegister({
  path: 'datiMacchina',
  bodyKey: 'dati',
  accesso: { area: 'macchinari', scrittura: 'area' },
  key: { field: 'matricola', kind: 'natural', etichetta: 'Matricola', max: 50 },
  parent: { register: 'macchinari', field: 'matricola' },
  events: {
    created: 'DatiMacchinaRegistrati.v1',
    changed: 'DatiMacchinaModificati.v1',
    deleted: 'DatiMacchinaEliminati.v1',
    restored: 'DatiMacchinaRipristinati.v1',
  },
  fields: {
    motore_marca: text('Motore: marca'),
    motore_modello: text('Motore: modello'),
    motore_SN: text('Motore: numero di serie'),
    motore_potenza: text('Motore: potenza'),
    motore_note: note('Motore: note'),
    trasmissione_marca: text('Trasmissione: marca'),
    trasmissione_modello: text('Trasmissione: modello'),
    trasmissione_SN: text('Trasmissione: numero di serie'),
    trasmissione_note: note('Trasmissione: note'),
    macchina_base_lunghezza: text('Lunghezza'),
    macchina_base_larghezza: text('Larghezza'),
    macchina_base_altezza: text('Altezza'),
    macchina_base_peso: text('Peso'),
    equipaggiamento: note('Equipaggiamento'),
    accessori: note('Accessori'),
    note: note('Note'),
  },
  etichette: { uno: 'scheda dati', articolo: 'la scheda dati', molti: 'schede dati' },
  messaggi: {
    creato: 'Inserimento effettuato',
    modificato: 'Modifica effettuata',
    eliminato: 'Dati eliminati con successo',
    confermaElimina: 'Sei sicuro di voler cancellare i dati del macchinario?',
    erroreSalva: 'Errore durante la modifica',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['matricola'],
  list: { titolo: 'DATI', route: '/home/macchinari', columns: ['matricola', 'motore_marca', 'motore_modello'], pageSize: 10, sort: 'matricola', search: ['matricola'] },
  form: {
    titolo: 'DATI',
    route: '/home/macchinari',
    sections: [
      { titolo: 'Motore', rows: [['motore_marca', 'motore_modello'], ['motore_SN', 'motore_potenza'], ['motore_note']] },
      { titolo: 'Trasmissione', rows: [['trasmissione_marca', 'trasmissione_modello', 'trasmissione_SN'], ['trasmissione_note']] },
      { titolo: 'Macchina base', rows: [['macchina_base_lunghezza', 'macchina_base_larghezza', 'macchina_base_altezza', 'macchina_base_peso']] },
      { titolo: 'Dotazione', rows: [['equipaggiamento'], ['accessori'], ['note']] },
    ],
  },
});
