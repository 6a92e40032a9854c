import { PROVINCE } from '../modules/province.ts';
import { defineRegister } from '../core/define-register.ts';
import { choice, color, date, flag, number, text, url } from '../core/fields.ts';

/** Work sites, keyed by commessa (part 2, sections 2 and 3). */
export const cantieri = defineRegister({
  path: 'cantieri',
  bodyKey: 'cantiere',
  accesso: { area: 'cantieri', scrittura: 'area' },
  key: { field: 'commessa', kind: 'natural', etichetta: 'Commessa', max: 4 },
  events: {
    created: 'CantiereRegistrato.v1',
    changed: 'CantiereModificato.v1',
    deleted: 'CantiereEliminato.v1',
    restored: 'CantiereRipristinato.v1',
  },
  fields: {
    colore: color('Colore'),
    committente: text('Committente'),
    comune: text('Comune'),
    indirizzo: text('Indirizzo'),
    via: text('Via'),
    stato: text('Stato'),
    provincia: choice('Provincia', PROVINCE.map(([sigla, nome]) => ({ valore: sigla, etichetta: nome }))),
    referente: number('Referente', { decimali: 0, min: 1 }),
    referente_descrizione: text('Referente'),
    googleIDE: url('Mappa'),
    data_inizio: date('Data inizio'),
    data_fine: date('Data fine'),
    cig: text('CIG', { max: 20 }),
    cup: text('CUP', { max: 20 }),
    lavorazioni: text('Lavorazioni', { max: 5000 }),
    protocolloL: flag('Protocollo Legalità'),
  },
  etichette: { uno: 'cantiere', articolo: 'il cantiere', molti: 'cantieri' },
  messaggi: {
    creato: 'Cantiere creato correttamente',
    modificato: 'Modifica effettuata',
    eliminato: 'Cantiere eliminato con successo',
    confermaElimina: 'Sei sicuro di voler cancellare il cantiere?',
    erroreSalva: 'Impossibile creare il cantiere',
    erroreElimina: "Errore durante l'eliminazione",
  },
  nome: ['commessa', 'committente'],
  list: {
    titolo: 'CANTIERI',
    route: '/home/cantieri',
    columns: ['commessa', 'committente', 'comune', 'provincia', 'indirizzo', 'data_inizio', 'data_fine', 'stato'],
    hidden: ['utente', 'cig', 'cup'],
    pageSize: 10,
    sort: '-commessa',
    search: ['commessa', 'committente', 'comune', 'indirizzo', 'provincia', 'stato'],
  },
  form: {
    titolo: 'Inserimento Cantieri',
    route: '/home/cantieri/dettaglio-cantiere',
    sections: [
      { titolo: 'Cantiere', rows: [['commessa', 'colore', 'protocolloL'], ['committente']] },
      { titolo: 'Luogo', rows: [['indirizzo', 'comune'], ['provincia', 'stato', 'googleIDE']] },
      { titolo: 'Contratto', rows: [['data_inizio', 'data_fine'], ['cig', 'cup']] },
    ],
  },
});
