import { defineRegister } from '../core/define-register.ts';
import { note, text } from '../core/fields.ts';

/** Engine, transmission and base-machine data, one record per machine (part 1, section 3). */
export const datiMacchina = defineRegister({
  path: 'datiMacchina',
  bodyKey: 'dati',
  access: { area: 'macchinari', write: 'area' },
  key: { field: 'matricola', kind: 'natural', label: 'Matricola', max: 50 },
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
  labels: { one: 'scheda dati', article: 'la scheda dati', many: 'schede dati' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Dati eliminati con successo',
    confirmDelete: 'Sei sicuro di voler cancellare i dati del macchinario?',
    saveError: 'Errore durante la modifica',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['matricola'],
  list: {
    title: 'DATI',
    route: '/home/macchinari',
    columns: ['matricola', 'motore_marca', 'motore_modello'],
    pageSize: 10,
    sort: 'matricola',
    search: ['matricola'],
  },
  form: {
    title: 'DATI',
    route: '/home/macchinari',
    sections: [
      { title: 'Motore', rows: [['motore_marca', 'motore_modello'], ['motore_SN', 'motore_potenza'], ['motore_note']] },
      { title: 'Trasmissione', rows: [['trasmissione_marca', 'trasmissione_modello', 'trasmissione_SN'], ['trasmissione_note']] },
      {
        title: 'Macchina base',
        rows: [['macchina_base_lunghezza', 'macchina_base_larghezza', 'macchina_base_altezza', 'macchina_base_peso']],
      },
      { title: 'Dotazione', rows: [['equipaggiamento'], ['accessori'], ['note']] },
    ],
  },
});
