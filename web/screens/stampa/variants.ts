import type { QrType } from '#contracts/modules/qrcode.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { register } from '#contracts/registers/index.ts';

/** A field; of several, the first that holds something; or one with a name of its own on paper. */
export type VariantItem = string | readonly string[] | { campo: string; etichetta: string };

/** What is printed of a record: the specification's own choice of fields, in its order. */
export interface Variant {
  def: AnyRegister;
  titolo: string;
  campi: readonly VariantItem[];
  /** The documents, each with its file and expiry; of a long list those alone that the record has. */
  documenti?: true | 'presenti';
  foto?: true;
  /** The page that the code opens. */
  qr?: QrType;
}

type Written = Omit<Variant, 'def'> & { registro: string };

/** Week and quantities of a rental on paper: no form asks for them, they are there to be written in. */
const QUANTITA = [
  { campo: 'settimana', etichetta: 'Settimana' },
  { campo: 'n_int1', etichetta: 'Vasconi' },
  { campo: 'n_int2', etichetta: 'Cisterna Gasolio' },
  { campo: 'n_int3', etichetta: 'Impianto di miscelazione' },
  { campo: 'n_int4', etichetta: 'Silos' },
] as const;

const VARIANTS: Readonly<Record<string, Written>> = {
  MacchinarioDettaglio: {
    registro: 'macchinari',
    titolo: 'MACCHINARIO',
    campi: ['matricola', 'matricola_costr', 'tipologia', 'descrizione', 'anno_acquisto', 'costo'],
    documenti: true,
    foto: true,
    qr: 'macchinari',
  },
  ManutenzioneDettaglio: {
    registro: 'manutenzioni',
    titolo: 'MANUTENZIONE',
    campi: ['data', 'cantiere', 'matricola', 'descrizione', 'tipologia', 'ore_km', 'note', 'manutenzione'],
  },
  AccisaDettaglio: {
    registro: 'accise',
    titolo: 'ACCISA',
    campi: ['data', 'cantiere', 'matricola', 'm_giri', 'k_giri', 'ore', 'minuti'],
  },
  NoleggioDettaglio: {
    registro: 'noleggi',
    titolo: 'NOLEGGIO',
    campi: [
      'id',
      { campo: 'cantiere', etichetta: 'Commessa' },
      ...QUANTITA,
      'matricola',
      'noleggiatore',
      'tipologia',
      'marca',
      'modello',
      'descrizione',
      'chassis',
      'targa',
      'note',
    ],
    documenti: true,
  },
  StoricoNoleggioDettaglio: {
    registro: 'storicoNoleggi',
    titolo: 'STORICO NOLEGGIO',
    campi: ['id', 'matricola', 'cantiere', 'tariffa', 'data_inizio', 'data_fine'],
    documenti: true,
  },
  PersonaleDettaglio: {
    registro: 'personale',
    titolo: 'PERSONALE',
    campi: [
      'matricola',
      'cognome',
      'nome',
      'luogo',
      'data_nascita',
      { campo: 'descrizione', etichetta: 'Mansione' },
      { campo: 'data_inizio', etichetta: 'Data Assunzione' },
      { campo: 'data_fine', etichetta: 'Data Termine' },
    ],
    documenti: 'presenti',
    foto: true,
    qr: 'personale',
  },
  LavorazioneDettaglio: { registro: 'lavorazioni', titolo: 'LAVORAZIONE', campi: ['descrizione', 'um'] },
  ProduzioneDettaglio: { registro: 'produzione_padre', titolo: 'PRODUZIONE', campi: ['attrezzatura', 'cantiere', 'quantita'] },
  CostoDettaglio: {
    registro: 'costi',
    titolo: 'COSTO',
    campi: ['id', 'data', 'cantiere', 'wbs', 'tipologia_costo', 'quantita', 'importo', 'totale'],
  },
  CantiereDettaglio: {
    registro: 'cantieri',
    titolo: 'CANTIERE',
    campi: [
      'commessa',
      'committente',
      'comune',
      ['indirizzo', 'via'],
      'stato',
      'provincia',
      ['referente_descrizione', 'referente'],
      'data_inizio',
      'data_fine',
      'cig',
      'cup',
      'googleIDE',
    ],
  },
};

/** Print screens that print one kind of record, whether the address says so or not. */
const OF_PATH: readonly (readonly [string, string])[] = [['/home/personale/', 'PersonaleDettaglio']];

/** The variant asked for in the navigation's state (`stampa`), or in the address (`?tipo=`) after a reload; else the screen's own. */
export function variantOf(state: unknown, search: string, pathname = ''): Variant | null {
  const own = OF_PATH.find(([path]) => pathname.startsWith(path))?.[1];
  const asked = [(state as { stampa?: unknown } | null)?.stampa, new URLSearchParams(search).get('tipo'), own];
  const name = asked.find((n): n is string => typeof n === 'string' && Object.hasOwn(VARIANTS, n));
  if (name === undefined) return null;
  const { registro: path, ...rest } = VARIANTS[name]!;
  const def = register(path);
  return def ? { ...rest, def } : null;
}
