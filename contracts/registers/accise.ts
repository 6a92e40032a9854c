import { defineRegister } from '../core/define-register.ts';
import { date, number, ref } from '../core/fields.ts';

/** Excise and usage records per machine (part 1, sections 2 and 3). */
export const accise = defineRegister({
  path: 'accise',
  bodyKey: 'accise',
  accesso: { area: 'accise', scrittura: 'area' },
  key: { field: 'id', kind: 'sequence', etichetta: 'Numero' },
  events: {
    created: 'AccisaRegistrata.v1',
    changed: 'AccisaModificata.v1',
    deleted: 'AccisaEliminata.v1',
    restored: 'AccisaRipristinata.v1',
  },
  fields: {
    data: date('Data', { oggi: true }),
    cantiere: ref('Cantiere', 'cantieri', 'commessa', { mostra: ['commessa', 'committente'], creabile: true }),
    matricola: ref('Matricola', 'macchinari', 'matricola', { mostra: ['matricola', 'marca', 'modello'], creabile: true }),
    m_giri: number('M Giri', { min: 0 }),
    k_giri: number('K Giri', { min: 0 }),
    ore: number('Ore', { min: 0 }),
    minuti: number('Minuti', { min: 0 }),
  },
  etichette: { uno: 'accisa', articolo: "l'accisa", molti: 'accise' },
  messaggi: {
    creato: 'Accisa salvata con successo',
    modificato: 'Accisa salvata con successo',
    eliminato: 'Accisa eliminata con successo',
    confermaElimina: 'Sei sicuro di voler cancellare la Accisa?',
    erroreSalva: 'Errore nel salvataggio dei dati',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['matricola', 'data'],
  list: {
    titolo: 'ACCISE',
    route: '/home/accise',
    columns: ['utente', 'data', 'cantiere', 'matricola', 'm_giri', 'k_giri', 'ore', 'minuti'],
    pageSize: 10,
    sort: '-data',
    search: ['utente', 'data', 'cantiere', 'matricola'],
  },
  form: {
    titolo: 'Inserimento Accise',
    route: '/home/accise',
    sections: [{ rows: [['data', 'cantiere', 'matricola'], ['m_giri', 'k_giri', 'ore', 'minuti']] }],
  },
});
