import { defineRegister } from '../core/define-register.ts';
import { liesIn, manutenzioneDate } from '../core/documents.ts';
import { choice, date, document, flag, money, number, photo, ref, text } from '../core/fields.ts';
import { seenSentence, SEEN_EVENTS } from '../modules/scadenze/seen-deadline.ts';

/** The machinery register (part 1, sections 2 and 3). Its module adds documents, data and plan. */
export const macchinari = defineRegister({
  path: 'macchinari',
  bodyKey: 'macchinario',
  access: { area: 'macchinari', write: 'area' },
  key: { field: 'matricola', kind: 'natural', label: 'Matricola', max: 50, whenEmpty: 'MATRICOLA_VUOTA' },
  takesKinds: true,
  // dated sheets in the machine's folder belong to maintenance records
  ownsFile: (path, { matricola }) =>
    liesIn(matricola, path) && manutenzioneDate(String(matricola), path.slice(path.indexOf('/') + 1)) === null,
  events: {
    created: 'MacchinarioRegistrato.v1',
    changed: 'MacchinarioModificato.v1',
    deleted: 'MacchinarioEliminato.v1',
    restored: 'MacchinarioRipristinato.v1',
  },
  facts: { [SEEN_EVENTS.macchina]: seenSentence },
  fields: {
    matricola_costr: text('Matricola costruttore'),
    tipologia: ref('Tipologia', 'tipologia', 'tipologia', { creatable: true }),
    marca: text('Marca'),
    modello: text('Modello'),
    descrizione: text('Descrizione'),
    chassis: text('Chassis'),
    targa: text('Targa', { max: 20 }),
    foto: photo('Foto', 'FOTO'),
    stato_attuale: choice('Stato attuale', [
      'Operativo',
      { value: 'Demolito', label: 'Venduto/Demolito' },
      { value: 'Venduto', label: 'Venduto/Demolito' },
    ]),
    anno_acquisto: number('Anno acquisto', { decimals: 0, min: 1900, year: true }),
    ore_km: number('Ore/Km', { min: 0 }),
    costo: money('Costo acquisto', { min: 0 }),
    cespite: text('Cespite'),
    costo_storico: money('Costo Storico', { min: 0 }),
    valore_ammortamento: money('Valore Ammortamento', { min: 0 }),
    responsabile: ref('Responsabile', 'users', 'memberID', { show: ['memberID', 'custom1'] }),
    quota_accisa: number('Quota accisa', { unit: '%', min: 0, max: 100 }),
    // if empty, the portal proposes the value from plate and type
    accisa_ammessa: flag('Ammessa al rimborso accise', { proposed: true }),
    documenti_ce: document('Certificato CE', 'CE'),
    documenti_cdc: document('Carta di Circolazione', 'CDC', 'scadenza_circolazione'),
    documenti_cdp: document('Certificato di Proprietà', 'CDP'),
    packingList: document('Packing List', 'PL'),
    documenti_ass: document('Assicurazione', 'ASS', 'scadenza_assicurazione'),
    documenti_usoman: document('Manuale Uso e Manutenzione', 'USOMAN'),
    documenti_catric: document('Catalogo Ricambi', 'CATRIC'),
    documenti_schel: document('Schema Impianto Elettrico', 'SCHEL'),
    documenti_schidr: document('Schema Impianto Idraulico', 'SCHIDR'),
    documenti_schpneu: document('Schema Impianto Pneumatico', 'SCHPNEU'),
    documenti_fattura: document('Fattura di Acquisto', 'FATTURA'),
    varie1: document('Scheda Tecnica', 'SCHTEC'),
    varie2: document('Verifica funi e catene', 'FUNI', 'scadenza_varie2'),
    varie3: document('Verifica periodica', 'PERIODICA', 'scadenza_varie3'),
    scadenza_circolazione: date('Scadenza circolazione', { column: 'Circolazione' }),
    scadenza_assicurazione: date('Scadenza assicurazione', { column: 'Assicurazione' }),
    scadenza_varie2: date('Scadenza funi e catene', { column: 'Funi e catene' }),
    scadenza_varie3: date('Scadenza verifica periodica', { column: 'Periodica' }),
  },
  labels: { one: 'macchinario', article: 'il macchinario', many: 'macchinari' },
  messages: {
    created: 'Salvataggio Effettuato correttamente',
    changed: 'Salvataggio Effettuato correttamente',
    deleted: 'Manutenzione eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il macchinario?',
    saveError: 'Errore durante la modifica',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['matricola', 'marca', 'modello'],
  list: {
    title: 'MACCHINARI',
    route: '/home/macchinari',
    computed: { ore_tot: 'Ore/Km' },
    columns: [
      'matricola',
      'tipologia',
      'marca',
      'modello',
      'descrizione',
      'targa',
      'ore_km',
      'scadenza_circolazione',
      'scadenza_assicurazione',
      'scadenza_varie2',
      'scadenza_varie3',
    ],
    optional: ['anno_acquisto', 'matricola_costr', 'stato_attuale', 'chassis', 'cespite', 'responsabile', 'utente'],
    pageSize: 20,
    sort: 'matricola',
    sums: [{ field: 'costo', unit: '€' }],
    search: ['matricola', 'matricola_costr', 'tipologia', 'marca', 'modello', 'descrizione', 'targa', 'chassis'],
    scadenze: ['scadenza_circolazione', 'scadenza_assicurazione', 'scadenza_varie2', 'scadenza_varie3'],
  },
  form: {
    title: 'MACCHINARI',
    route: '/home/macchinari',
    sections: [
      {
        rows: [
          ['matricola', 'matricola_costr', 'tipologia'],
          ['marca', 'modello', 'descrizione'],
        ],
      },
      {
        rows: [
          ['chassis', 'targa'],
          ['stato_attuale', 'anno_acquisto', 'ore_km'],
          ['responsabile', 'quota_accisa', 'accisa_ammessa'],
        ],
      },
    ],
  },
});
