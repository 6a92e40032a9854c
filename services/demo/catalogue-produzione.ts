import { notesOf } from './catalogue.ts';
import { numberOf, partsOf, readList, readTable } from './tables.ts';

/** What a ground-engineering firm does, per work item: unit, colour, usual price, what a crew makes in a day, and with what. */
export interface LavorazioneDemo {
  descrizione: string;
  um: string;
  colore: string;
  /** Euro per unit. */
  prezzo: number;
  /** Least and most in a day. */
  giorno: readonly [number, number];
  /** Kinds of machine that do it. */
  con: readonly string[];
}

export const LAVORAZIONI_DEMO: readonly LavorazioneDemo[] = readTable('lavorazioni', [
  'lavorazione',
  'um',
  'colore',
  'prezzo',
  'minimo',
  'massimo',
  'con',
]).map(({ lavorazione, um, colore, prezzo, minimo, massimo, con }) => ({
  descrizione: lavorazione,
  um,
  colore,
  prezzo: numberOf(prezzo),
  giorno: [numberOf(minimo), numberOf(massimo)],
  con: partsOf(con),
}));

export const WBS_DEMO = readList('wbs', 'wbs');

/** What a site buys: its share of what it costs, of a hundred, and what one of it costs in euro, least and most. */
export const COSTI_DEMO: readonly (readonly [tipo: string, quota: number, importo: readonly [number, number]])[] = readTable('costi', [
  'tipo',
  'su_cento',
  'minimo',
  'massimo',
]).map(({ tipo, su_cento, minimo, massimo }) => [tipo, numberOf(su_cento), [numberOf(minimo), numberOf(massimo)]]);

export const REFERENTI_DEMO = readTable('referenti', ['nome', 'telefono']).map(({ nome, telefono }) => [nome, telefono] as const);

export const NOTE_PRODUZIONE = notesOf('produzione');

export const FERMI = notesOf('fermo');
