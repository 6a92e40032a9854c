import { defineRegister } from '../core/define-register.ts';
import { date, flag, note, number, photo, ref, text } from '../core/fields.ts';
import { FAULT_FACTS } from '../modules/guasti/fault-facts.ts';

/** Returns the path of a fault's photo in the archive. */
export const faultPhoto = (matricola: string, id: number): string => `${matricola}/guasti/GUASTO_${id}.jpg`;

/** Register of faults and checks before use, reported by people who may see the machine. A check without problems is closed at once. */
export const guasti = defineRegister({
  path: 'guasti',
  bodyKey: 'guasto',
  access: { area: 'manutenzioni', write: 'area', reporters: 'macchinari' },
  key: { field: 'id', kind: 'sequence', label: 'Numero' },
  ownsFile: (path, { matricola, id }) => path === faultPhoto(String(matricola ?? ''), Number(id)).normalize('NFC'),
  events: {
    created: 'GuastoSegnalato.v1',
    changed: 'GuastoModificato.v1',
    deleted: 'GuastoEliminato.v1',
    restored: 'GuastoRipristinato.v1',
  },
  facts: FAULT_FACTS,
  fields: {
    matricola: ref('Matricola', 'macchinari', 'matricola', { required: true, show: ['matricola', 'marca', 'modello'] }),
    quando: date('Quando', { today: true }),
    // checked points as JSON text: [{punto, esito}]
    punti: note('Controllo', { rows: { name: 'punto', value: 'esito', words: { ok: 'va bene', problema: 'non va' } } }),
    ferma: flag('Macchina ferma'),
    foto: photo('Foto', 'GUASTO'),
    testo: note('Che cosa non va', { max: 2000 }),
    chiuso_il: date('Chiuso il', { computed: true }),
    chiuso_da: text('Chiuso da', { computed: true }),
    manutenzione: number('Manutenzione', { decimals: 0, computed: true }),
  },
  labels: { one: 'guasto', article: 'il guasto', many: 'guasti' },
  messages: {
    created: 'Inserimento effettuato',
    changed: 'Modifica effettuata',
    deleted: 'Guasto eliminato con successo',
    confirmDelete: 'Sei sicuro di voler cancellare il guasto?',
    saveError: 'Errore nel salvataggio',
    deleteError: "Errore durante l'eliminazione",
  },
  name: ['matricola', 'quando'],
  list: {
    title: 'GUASTI E CONTROLLI',
    route: '/home/guasti',
    columns: ['quando', 'matricola', 'testo', 'ferma', 'chiuso_il', 'utente'],
    optional: ['chiuso_da', 'manutenzione'],
    computed: { giorni_fermo: 'Giorni fermo' },
    pageSize: 20,
    sort: '-quando',
    search: ['matricola', 'testo', 'punti', 'utente'],
  },
  form: {
    title: 'GUASTO',
    route: '/home/guasti',
    sections: [
      {
        rows: [
          ['quando', 'matricola'],
          ['testo', 'ferma'],
        ],
      },
    ],
  },
});
