import { flagOf, numberOf, readTable } from './tables.ts';

/** Model of machines of a ground-engineering firm. Makes and models are real, figures plausible. */
export interface Modello {
  tipologia: string;
  marca: string;
  modello: string;
  descrizione: string;
  /** Hours in a month of work, or kilometres for a vehicle with a plate. */
  mese: number;
  unita: 'h' | 'km';
  /** Price when new, in euro. */
  prezzo: number;
  /** Length, width, height in metres; weight in tonnes. */
  misure: readonly [number, number, number, number];
  motore?: readonly [marca: string, modello: string, kW: number];
  /** The machine has a plate, so it needs a registration card. */
  targa?: true;
  /** The machine lifts loads or people, so its ropes, chains and periodic checks are documented. */
  sollevamento?: true;
}

const MODEL_COLUMNS = [
  'tipologia',
  'marca',
  'modello',
  'descrizione',
  'mese',
  'unita',
  'prezzo',
  'lunghezza',
  'larghezza',
  'altezza',
  'peso',
  'motore',
  'motore_modello',
  'kw',
  'targa',
  'sollevamento',
] as const;

export const MODELS: readonly Modello[] = readTable('modelli', MODEL_COLUMNS).map((row) => ({
  tipologia: row.tipologia,
  marca: row.marca,
  modello: row.modello,
  descrizione: row.descrizione,
  mese: numberOf(row.mese),
  unita: row.unita === 'km' ? 'km' : 'h',
  prezzo: numberOf(row.prezzo),
  misure: [numberOf(row.lunghezza), numberOf(row.larghezza), numberOf(row.altezza), numberOf(row.peso)],
  ...(row.motore ? { motore: [row.motore, row.motore_modello, numberOf(row.kw)] as const } : {}),
  ...(flagOf(row.targa) ? { targa: true } : {}),
  ...(flagOf(row.sollevamento) ? { sollevamento: true } : {}),
}));

export const TIPOLOGIE: readonly string[] = [...new Set(MODELS.map((m) => m.tipologia))].sort((a, b) => a.localeCompare(b, 'it'));

const MECHANICS = readTable('meccanici', ['nome', 'esterna']).map(({ nome, esterna }) => ({ nome, esterna: flagOf(esterna) }));
export const MECCANICI: readonly string[] = MECHANICS.map(({ nome }) => nome);

/** Returns the mechanics of a maintenance: workshops outside the firm, or people of the firm. */
export const mechanicsOf = (tipologia: 'Interna' | 'Esterna'): readonly string[] =>
  MECHANICS.filter(({ esterna }) => esterna === (tipologia === 'Esterna')).map(({ nome }) => nome);

/** Maintenance types; `ogniOre` is the interval in hours of those that are due regularly. */
export const MANUTENZIONE_TYPES: readonly (readonly [descrizione: string, ogniOre?: number])[] = readTable('voci-manutenzione', [
  'voce',
  'ogni_ore',
]).map(({ voce, ogni_ore }) => (ogni_ore === '' ? [voce] : [voce, numberOf(ogni_ore)]));

const NOTES = Map.groupBy(readTable('note', ['dove', 'nota']), ({ dove }) => dove);

/** Returns the notes that people write on a maintenance, a day's production, a standstill or a rental. */
export const notesOf = (place: 'manutenzione' | 'produzione' | 'fermo' | 'noleggio'): readonly string[] =>
  NOTES.get(place)!.map(({ nota }) => nota);

/** Notes of maintenances; `null` for the third without one. */
export const NOTE_MANUTENZIONE: readonly (string | null)[] = [...notesOf('manutenzione'), null, null, null];
