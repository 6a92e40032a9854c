import { manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import { INTESTAZIONI, type Intervento, type Scheda } from './scheda.ts';
import { ITEMS } from './items.ts';

/** A text, a number, a calendar date, or nothing. Never a formula: what begins with "=" is a text like others. */
export type Cella = { testo: string } | { numero: number } | { giorno: string } | null;

/** A spreadsheet as plain data. */
export interface Sheet {
  nome: string;
  righe: Cella[][];
  /** Rows (from 0) whose first cell reaches over all columns. */
  titoli: number[];
  /** Widths in characters. */
  larghezze: number[];
}

export const TITOLO = 'SCHEDA MANUTENZIONI ATTREZZATURE';
const SEGNO = 'X';
const { marca_e_modello, quantita, frequenza } = manutMacchinari.fields;
export const INTESTAZIONI_COMPONENTI = ['Componente', marca_e_modello.label, quantita.label, frequenza.label];

export function sheetOf(scheda: Scheda): Sheet {
  const righe: Cella[][] = [];
  const titoli: number[] = [];
  const titolo = (text: string) => { titoli.push(righe.length); righe.push([testo(text)]); };
  titolo(TITOLO);
  righe.push([]);
  titolo('DATI GENERALI');
  for (const { etichetta, valore } of scheda.generali) righe.push([testo(etichetta), null, testo(valore)]);
  righe.push([]);
  titolo('FILTRI E OLI');
  righe.push(suColonne(INTESTAZIONI_COMPONENTI));
  for (const { componente, ...riga } of scheda.componenti) righe.push(suColonne([componente, riga.marca_e_modello, riga.quantita, riga.frequenza]));
  righe.push([]);
  titolo('INTERVENTI');
  righe.push(INTESTAZIONI.map(testo));
  for (const intervento of scheda.interventi) righe.push(rigaIntervento(intervento));
  return { nome: 'Scheda manutenzioni', righe, titoli, larghezze: [12, 10, ...ITEMS.map(() => 13), 48, 20, 12] };
}

/** The four columns of the components stand where the narrow ones of the log leave them room. */
function suColonne([a, b, c, d]: readonly string[]): Cella[] {
  return [testo(a), null, testo(b), null, null, testo(c), null, testo(d)];
}

function rigaIntervento({ data, ore, voci, descrizione, firma, cantiere }: Intervento): Cella[] {
  return [
    data === null ? null : { giorno: data },
    ore === null ? null : { numero: ore },
    ...ITEMS.map(({ id }) => (voci.has(id) ? testo(SEGNO) : null)),
    testo(descrizione), testo(firma), testo(cantiere),
  ];
}

const testo = (value: string | undefined): Cella => (value === undefined || value === '' ? null : { testo: value });
