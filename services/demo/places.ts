import { readList, readTable } from './tables.ts';

/** Sites: real municipalities and provinces, invented clients. */
export interface Place {
  comune: string;
  provincia: string;
  indirizzo: string;
  lavoro: string;
}

export const PLACES: readonly Place[] = readTable('luoghi', ['comune', 'provincia', 'indirizzo', 'lavoro']);

export const COMMITTENTI = readList('committenti', 'nome');
