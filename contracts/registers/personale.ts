import { defineRegister } from '../core/define-register.ts';
import { workerPlace } from '../modules/personale.ts';
import { date, document, flag, photo, ref, text, type DateField, type DocumentField } from '../core/fields.ts';
import { DOSSIER_EVENTS } from '../modules/scadenze/dossier-facts.ts';
import { sentenceOfWorker } from '../modules/scadenze/dossier-words.ts';
import { seenSentence, SEEN_EVENTS } from '../modules/scadenze/seen-deadline.ts';
import { FORGET_EVENT, forgottenNames, forgottenSentence } from '../modules/forget.ts';

/** The 32 document types that expire (part 2, section 3), in the order of the lists: id, name, group heading and optional short name. */
const EXPIRING = [
  ['ci', 'Carta di Identita', 'Identità'],
  ['psog', 'Permesso di Soggiorno', 'Identità', 'Perm. di Soggiorno'],
  ['cf', 'Codice Fiscale', 'Identità'],
  ['ts', 'Tessera Sanitaria', 'Identità'],
  ['patente', 'Patente', 'Identità'],
  ['unilav', 'Unilav', 'Identità'],
  ['idoneita', 'Idoneità', 'Sanitaria'],
  ['formazione', 'Corso Base', 'Formazione e ruoli'],
  ['preposto', 'Corso Preposto', 'Formazione e ruoli'],
  ['dirigente', 'Corso Dirigente', 'Formazione e ruoli'],
  ['rspp', 'Corso RSPP', 'Formazione e ruoli'],
  ['rls', 'Corso RLS', 'Formazione e ruoli'],
  ['diisocianati', 'Corso Diisocianati', 'Formazione e ruoli'],
  ['ps', 'Primo Soccorso', 'Formazione e ruoli'],
  ['antincendio', 'Antincendio', 'Formazione e ruoli'],
  ['dpi3cat', 'DPI 3^ CAT', 'Formazione e ruoli'],
  ['saldatore', 'Saldatore', 'Abilitazioni'],
  ['ponteggi', 'Ponteggi', 'Abilitazioni'],
  ['quota', 'Lavori in Quota', 'Abilitazioni'],
  ['ambconf', 'Confinanti', 'Abilitazioni'],
  ['dumper', 'Dumper', 'Abilitazioni'],
  ['pfr_pd', 'Perforatore Piccolo Diametro', 'Abilitazioni', 'Perf. Piccolo Diam.'],
  ['pfr_gd', 'Perforatore Grande Diametro', 'Abilitazioni', 'Perf. Grande Diam.'],
  ['ple', 'PLE', 'Abilitazioni'],
  ['carroponte', 'Carroponte', 'Abilitazioni'],
  ['pompecls', 'Pompe CLS', 'Abilitazioni'],
  ['grutorre', 'Gru a Torre', 'Abilitazioni'],
  ['elev', 'Carrelli Elevatori', 'Abilitazioni'],
  ['autogru', 'Autogru', 'Abilitazioni'],
  ['mmt', 'Macchine Movimento Terra', 'Abilitazioni', 'Macch. Mov. Terra'],
  ['altro1', 'Altro', 'Altro', 'Altro 1'],
  ['altro2', 'Altro', 'Altro', 'Altro 2'],
] as const;

type DocumentId = (typeof EXPIRING)[number][0];

const documents = Object.fromEntries(
  EXPIRING.map(([id, label, group, column]) => [
    id,
    document(label, id, {
      scadenza: `scadenza_${id}`,
      group,
      ...(column ? { column } : {}),
      ...(id === 'idoneita' ? { reserved: true as const } : {}),
    }),
  ]),
) as Record<DocumentId, DocumentField>;

const expiries = Object.fromEntries(
  EXPIRING.map(([id, label, , column]) => [`scadenza_${id}`, date(`Scadenza ${column ?? label}`)]),
) as Record<`scadenza_${DocumentId}`, DateField>;

/** Health documents of a worker that do not expire. */
const LASTING = ['limitazione', 'prescrizione'] as const;
const columns = EXPIRING.flatMap(([id]) => (id === 'idoneita' ? [id, ...LASTING] : [id]));
const scadenze = EXPIRING.map(([id]) => `scadenza_${id}` as const);

/** Workers with their documents (part 2, sections 2 and 3). Its module gives the files their folder. */
export const personale = defineRegister({
  path: 'personale',
  bodyKey: 'personale',
  access: { area: 'report', write: 'area' },
  personal: true,
  personalFields: [
    'nome',
    'cognome',
    'luogo',
    'data_nascita',
    'foto',
    'stato_attuale',
    'documenti_ce',
    'extra_ue',
    ...columns,
    ...scadenze,
  ],
  forgottenAs: (matricola) => forgottenNames(String(matricola)),
  // the deadline that was seen
  personalFacts: ['vistoRiferimento'],
  key: { field: 'matricola', kind: 'natural', label: 'Matricola', max: 30, whenEmpty: 'MATRICOLA_VUOTA' },
  takesKinds: true,
  // also accepts folders named after a former name of the worker
  ownsFile: (path, { matricola }) => workerPlace(path)?.matricola === String(matricola).normalize('NFC'),
  events: {
    created: 'LavoratoreRegistrato.v1',
    changed: 'LavoratoreModificato.v1',
    deleted: 'LavoratoreEliminato.v1',
    restored: 'LavoratoreRipristinato.v1',
  },
  facts: { [SEEN_EVENTS.lavoratore]: seenSentence, [DOSSIER_EVENTS.lavoratore]: sentenceOfWorker, [FORGET_EVENT]: forgottenSentence },
  fields: {
    nome: text('Nome', { max: 100 }),
    cognome: text('Cognome', { max: 100 }),
    luogo: text('Luogo'),
    mansione: ref('Mansione', 'mansioni', 'id', { numeric: true, creatable: true, show: ['descrizione'] }),
    // the role's description, which the portal writes beside the number
    descrizione: ref('Descrizione', 'mansioni', 'descrizione'),
    data_inizio: date('Data Inizio'),
    data_fine: date('Data Fine'),
    data_nascita: date('Data Nascita'),
    foto: photo('Foto', 'profilo'),
    stato_attuale: text('Stato attuale', { max: 50 }),
    documenti_ce: text('Documenti CE', { max: 500 }),
    extra_ue: flag('Cittadino extra UE'),
    responsabile: ref('Responsabile', 'users', 'memberID', { show: ['memberID', 'custom1'] }),
    ...documents,
    limitazione: document('Limitazione', 'limitazione', { group: 'Sanitaria', reserved: true }),
    prescrizione: document('Prescrizione', 'prescrizione', { group: 'Sanitaria', reserved: true }),
    ...expiries,
    // day on which the person was forgotten, written by that event alone
    dimenticato: date('Persona dimenticata il', { computed: true }),
  },
  periods: [['data_inizio', 'data_fine']],
  labels: { one: 'lavoratore', article: 'il lavoratore', many: 'lavoratori' },
  messages: {
    created: 'Salvataggio Effettuato correttamente',
    changed: 'Salvataggio Effettuato correttamente',
    deleted: 'Manutenzione eliminata con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il personale?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
    fileMissing: 'Eliminazione fallita, controllare presenza del file sul NAS',
    noneChosen: 'Selezionare un personale',
  },
  name: ['matricola', 'cognome', 'nome'],
  list: {
    title: 'PERSONALE',
    route: '/home/personale',
    columns: ['matricola', 'nome', 'cognome', 'descrizione', 'luogo', 'data_inizio', 'data_fine', 'data_nascita', ...columns],
    optional: ['stato_attuale', 'responsabile', 'extra_ue', 'utente', ...scadenze],
    pageSize: 20,
    sort: '-matricola',
    search: ['matricola', 'nome', 'cognome', 'luogo'],
    scadenze,
  },
  form: {
    title: 'PERSONALE',
    route: '/home/personale',
    sections: [
      {
        rows: [
          ['matricola', 'mansione'],
          ['cognome', 'nome'],
          ['luogo', 'data_nascita'],
          ['data_inizio', 'data_fine'],
          ['responsabile', 'extra_ue'],
        ],
      },
    ],
  },
});

/** Field names of a worker's documents, in the order of the lists. */
export const DOCUMENT_FIELDS: readonly string[] = columns;
