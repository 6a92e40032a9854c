import { defineRegister } from '../core/define-register.ts';
import { date, number, ref } from '../core/fields.ts';

/** Excise and usage records per machine (part 1, sections 2 and 3). */
export const accise = defineRegister({
  path: 'accise',
  bodyKey: 'accise',
  access: { area: 'accise', write: 'area' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  events: {
    created: 'AccisaRegistrata.v1',
    changed: 'AccisaModificata.v1',
    deleted: 'AccisaEliminata.v1',
    restored: 'AccisaRipristinata.v1',
  },
  fields: {
    data: date('Data', { today: true }),
    cantiere: ref('Cantiere', 'cantieri', 'commessa', { show: ['commessa', 'committente'], creatable: true, named: true }),
    matricola: ref('Matricola', 'macchinari', 'matricola', { show: ['matricola', 'marca', 'modello'], creatable: true }),
    m_giri: number('M Giri', { min: 0 }),
    k_giri: number('K Giri', { min: 0 }),
    ore: number('Ore', { min: 0 }),
    minuti: number('Minuti', { min: 0 }),
  },
  labels: { one: 'accisa', article: "l'accisa", many: 'accise' },
  messages: {
    created: 'Accisa salvata con successo',
    changed: 'Accisa salvata con successo',
    deleted: 'Accisa eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare la Accisa?',
    saveError: 'Errore nel salvataggio dei dati',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['matricola', 'data'],
  list: {
    title: 'ACCISE',
    route: '/home/accise',
    columns: ['utente', 'data', 'cantiere', 'matricola', 'm_giri', 'k_giri', 'ore', 'minuti'],
    pageSize: 10,
    sort: '-data',
    search: ['utente', 'data', 'cantiere', 'matricola'],
  },
  form: {
    title: 'Inserimento Accise',
    route: '/home/accise',
    // the specification (part 1, section 9) returns to the list one second after a save
    leaveAfter: 1000,
    sections: [
      {
        rows: [
          ['data', 'cantiere', 'matricola'],
          ['m_giri', 'k_giri', 'ore', 'minuti'],
        ],
      },
    ],
  },
});
