import { notesOf } from './catalogue.ts';
import { numberOf, partsOf, readList, readTable } from './tables.ts';

/** Work items of a ground-engineering firm: unit, colour, usual price, a crew's daily output, and equipment. */
export interface LavorazioneDemo {
  descrizione: string;
  um: string;
  colore: string;
  /** Euro per unit. */
  prezzo: number;
  /** Least and most units that a crew does in a day. */
  giorno: readonly [number, number];
  /** Kinds of machine that can do the work. */
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

/** Cost types of a site: share of its costs in percent, and lowest and highest amount of one cost, in euro. */
export const COSTI_DEMO: readonly (readonly [tipo: string, quota: number, importo: readonly [number, number]])[] = readTable('costi', [
  'tipo',
  'su_cento',
  'minimo',
  'massimo',
]).map(({ tipo, su_cento, minimo, massimo }) => [tipo, numberOf(su_cento), [numberOf(minimo), numberOf(massimo)]]);

export const REFERENTI_DEMO = readTable('referenti', ['nome', 'telefono']).map(({ nome, telefono }) => [nome, telefono] as const);

export const NOTE_PRODUZIONE = notesOf('produzione');

export const FERMI = notesOf('fermo');
