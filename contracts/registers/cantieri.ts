import { MAIL_CANTIERE_INVIATA } from '../modules/cantieri.ts';
import { DOSSIER_EVENTS } from '../modules/scadenze/dossier-facts.ts';
import { sentenceOfSite } from '../modules/scadenze/dossier-words.ts';
import { seenSentence, SEEN_EVENTS } from '../modules/scadenze/seen-deadline.ts';
import { PROVINCE } from '../modules/province.ts';
import { defineRegister } from '../core/define-register.ts';
import { choice, color, date, flag, multi, ref, text, url } from '../core/fields.ts';

/** Work sites, keyed by commessa (part 2, sections 2 and 3). */
export const cantieri = defineRegister({
  path: 'cantieri',
  bodyKey: 'cantiere',
  access: { area: 'cantieri', write: 'area', deleteAll: true },
  key: { field: 'commessa', kind: 'natural', label: 'Commessa', max: 4 },
  events: {
    created: 'CantiereRegistrato.v1',
    changed: 'CantiereModificato.v1',
    deleted: 'CantiereEliminato.v1',
    restored: 'CantiereRipristinato.v1',
  },
  facts: {
    [MAIL_CANTIERE_INVIATA]: ({ destinatari }) => `ha inviato la mail del cantiere a ${String(destinatari)}`,
    [SEEN_EVENTS.cantiere]: seenSentence,
    [DOSSIER_EVENTS.cantiere]: sentenceOfSite,
  },
  fields: {
    colore: color('Colore'),
    committente: text('Committente'),
    comune: text('Comune'),
    indirizzo: text('Indirizzo'),
    via: text('Via'),
    stato: text('Stato'),
    provincia: choice(
      'Provincia',
      PROVINCE.map(([sigla, name]) => ({ value: sigla, label: name })),
    ),
    referente: ref('Referente', 'referenti', 'ID', { numeric: true, creatable: true, show: ['Nome', 'Telefono'] }),
    // the contact's name, which the portal writes beside the number
    referente_descrizione: ref('Referente', 'referenti', 'Nome', { show: ['Nome', 'Telefono'] }),
    googleIDE: url('Mappa'),
    data_inizio: date('Data inizio'),
    data_fine: date('Data fine'),
    cig: text('CIG', { max: 20 }),
    cup: text('CUP', { max: 20 }),
    lavorazioni: multi('Lavorazioni', 'lavorazioni', 'descrizione'),
    protocolloL: flag('Protocollo Legalità'),
    responsabile: ref('Responsabile', 'users', 'memberID', { show: ['memberID', 'custom1'] }),
  },
  periods: [['data_inizio', 'data_fine']],
  labels: { one: 'cantiere', article: 'il cantiere', many: 'cantieri' },
  messages: {
    created: 'Cantiere creato correttamente',
    changed: 'Aggiornamento effettuato',
    deleted: 'Cantiere eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il cantiere?',
    saveError: 'Impossibile creare il cantiere',
    createError: 'Impossibile creare il cantiere',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['commessa', 'committente'],
  list: {
    title: 'CANTIERI',
    route: '/home/cantieri',
    columns: ['commessa', 'committente', 'comune', 'provincia', 'indirizzo', 'data_inizio', 'data_fine', 'stato'],
    optional: ['utente', 'responsabile', 'referente_descrizione', 'lavorazioni', 'cig', 'cup'],
    pageSize: 10,
    sort: '-commessa',
    search: ['commessa', 'committente', 'comune', 'indirizzo', 'provincia', 'stato'],
  },
  form: {
    title: 'Inserimento Cantieri',
    route: '/home/cantieri/dettaglio-cantiere',
    sections: [
      { title: 'Cantiere', rows: [['commessa', 'committente'], ['referente'], ['colore', 'protocolloL']] },
      {
        title: 'Luogo',
        rows: [
          ['indirizzo', 'comune'],
          ['provincia', 'stato', 'googleIDE'],
        ],
      },
      {
        title: 'Contratto',
        rows: [
          ['data_inizio', 'data_fine'],
          ['cig', 'cup'],
          ['lavorazioni', 'responsabile'],
        ],
      },
    ],
  },
});
