import { defineRegister } from '../core/define-register.ts';
import { choice, date, document, money, multi, note, number, ref, text } from '../core/fields.ts';

/** Maintenance records per machine (part 1, sections 2 and 3). */
export const manutenzioni = defineRegister({
  path: 'manutenzioni',
  bodyKey: 'manutenzione',
  accesso: { area: 'manutenzioni', scrittura: 'area' },
  key: { field: 'id', kind: 'sequence', etichetta: 'Numero' },
  events: {
    created: 'ManutenzioneRegistrata.v1',
    changed: 'ManutenzioneModificata.v1',
    deleted: 'ManutenzioneEliminata.v1',
    restored: 'ManutenzioneRipristinata.v1',
  },
  fields: {
    data: date('Data', { oggi: true }),
    cantiere: ref('Cantiere', 'cantieri', 'commessa', { mostra: ['commessa', 'committente'], creabile: true }),
    matricola: ref('Matricola', 'macchinari', 'matricola', { mostra: ['matricola', 'marca', 'modello'], creabile: true }),
    descrizione: text('Descrizione'),
    matr_costr: text('Matricola costruttore'),
    manutenz_tipo: choice('Tipologia', ['Ordinaria', 'Straordinaria', 'Altro']),
    tipologia: choice('Tipo Manutenzione', ['Interna', 'Esterna', { valore: 'Lettura', etichetta: 'Lettura Ore' }]),
    ore_km: number('Ore/Km', { min: 0 }),
    costo: money('Costo'),
    documento: document('Documento', 'MANUTENZIONE'),
    manutenzione: multi('Manutenzione', 'elencoManutenzioni', 'Descrizione'),
    ore_scadenza: number('Scadenza', { unita: 'h', min: 0 }),
    note: note('Note'),
    meccanico: ref('Meccanici', 'meccanici', 'descrizione', { colonna: 'Meccanico', creabile: true }),
  },
  etichette: { uno: 'manutenzione', articolo: 'la manutenzione', molti: 'manutenzioni' },
  messaggi: {
    creato: 'Salvataggio effettuato con successo',
    modificato: 'Salvataggio effettuato con successo',
    eliminato: 'Manutenzione eliminata con successo',
    confermaElimina: 'Sei sicuro di voler cancellare la manutenzione?',
    erroreSalva: 'Errore durante il salvataggio',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['matricola', 'data'],
  list: {
    titolo: 'MANUTENZIONI',
    route: '/home/manutenzioni',
    columns: ['utente', 'data', 'cantiere', 'matricola', 'descrizione', 'tipologia', 'ore_km', 'note', 'meccanico'],
    hidden: ['manutenz_tipo', 'manutenzione', 'ore_scadenza', 'costo'],
    pageSize: 10,
    sort: '-data',
    search: ['utente', 'data', 'cantiere', 'matricola', 'descrizione', 'tipologia', 'note', 'meccanico', 'manutenzione'],
  },
  form: {
    titolo: 'Inserimento Manutenzioni',
    route: '/home/manutenzioni',
    sections: [
      { rows: [['data', 'cantiere'], ['matricola', 'descrizione']] },
      { rows: [['tipologia', 'manutenz_tipo'], ['ore_km', 'costo'], ['manutenzione', 'ore_scadenza'], ['note', 'meccanico']] },
    ],
  },
});
