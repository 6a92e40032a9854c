import { COMPONENTI, componenteName } from '#contracts/registers/manut-macchinari.ts';
import type { Row } from '#web/registers/list/columns.ts';
import { itemsOf, ITEMS, type Item } from './items.ts';

/** SCHEDA MANUTENZIONI ATTREZZATURE of one machine, whatever it is shown on: paper or spreadsheet. */
export interface Scheda {
  matricola: string;
  generali: readonly { etichetta: string; valore: string }[];
  componenti: readonly RigaComponente[];
  interventi: readonly Intervento[];
}

interface RigaComponente {
  componente: string;
  marca_e_modello: string;
  quantita: string;
  frequenza: string;
}

export interface Intervento {
  id: number;
  data: string | null;
  ore: number | null;
  /** Which of the seven columns were done. */
  voci: ReadonlySet<Item>;
  descrizione: string;
  firma: string;
  cantiere: string;
}

export interface DatiScheda {
  macchina: Row;
  /** `null` where the machine has none. */
  dati: Row | null;
  piano: readonly Row[];
  manutenzioni: readonly Row[];
}

export const INTESTAZIONI = ['Data', 'Ore', ...ITEMS.map(({ etichetta }) => etichetta), 'Descrizione interventi', 'Firma', 'Cantiere'];

export function schedaDi({ macchina, dati, piano, manutenzioni }: DatiScheda): Scheda {
  return {
    matricola: testo(macchina['matricola']),
    generali: [
      { etichetta: 'Marca', valore: testo(macchina['marca']) },
      { etichetta: 'Modello', valore: testo(macchina['modello']) },
      { etichetta: 'Chassis', valore: testo(macchina['chassis']) },
      { etichetta: 'Matricola interna', valore: testo(macchina['matricola']) },
      { etichetta: 'Modello motore', valore: unisci(' ', dati?.['motore_marca'], dati?.['motore_modello']) },
      { etichetta: 'Tipo attrezzatura', valore: testo(macchina['tipologia']) },
    ],
    componenti: COMPONENTI.map((componente) => rigaComponente(componente, piano.find((riga) => riga['componente'] === componente))),
    interventi: manutenzioni.map(intervento).sort(perData),
  };
}

/** A component without a row in the plan keeps its line: the table is always the same. */
function rigaComponente(componente: string, riga: Row | undefined): RigaComponente {
  return {
    componente: componenteName(componente),
    marca_e_modello: testo(riga?.['marca_e_modello']), quantita: testo(riga?.['quantita']), frequenza: testo(riga?.['frequenza']),
  };
}

function intervento(riga: Row): Intervento {
  const { voci, altre } = itemsOf(riga['manutenzione']);
  const lettura = riga['tipologia'] === 'Lettura' ? 'Lettura ore' : null;
  return {
    id: Number(riga['id']),
    data: testo(riga['data']) || null,
    ore: typeof riga['ore_km'] === 'number' ? riga['ore_km'] : null,
    voci,
    descrizione: unisci('. ', lettura, altre.join(', '), riga['note']),
    firma: testo(riga['meccanico']),
    cantiere: testo(riga['cantiere']),
  };
}

/** Oldest first, as a log is written; what has no date comes before it all. */
function perData(a: Intervento, b: Intervento): number {
  return (a.data ?? '').localeCompare(b.data ?? '') || a.id - b.id;
}

type Valore = string | number | null | undefined;

const testo = (value: Valore): string => (value === null || value === undefined ? '' : String(value));
const unisci = (tra: string, ...parti: Valore[]): string => parti.map(testo).filter((parte) => parte !== '').join(tra);
