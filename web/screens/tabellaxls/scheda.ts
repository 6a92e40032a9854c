import type { datiMacchina } from '#contracts/registers/dati-macchina.ts';
import type { macchinari } from '#contracts/registers/macchinari.ts';
import { COMPONENTI, componenteName, type manutMacchinari } from '#contracts/registers/manut-macchinari.ts';
import type { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import type { RowOf } from '#web/registers/row.ts';
import { itemsOf, ITEMS, type Item } from './items.ts';

/** Content of SCHEDA MANUTENZIONI ATTREZZATURE of one machine, for paper and spreadsheet. */
export interface MaintenanceSheet {
  matricola: string;
  general: readonly { etichetta: string; valore: string }[];
  componenti: readonly ComponenteRow[];
  interventi: readonly Intervento[];
}

interface ComponenteRow {
  componente: string;
  marca_e_modello: string;
  quantita: string;
  frequenza: string;
  ogni_ore: number | null;
  ogni_mesi: number | null;
}

export interface Intervento {
  id: number;
  data: string | null;
  ore: number | null;
  /** The checked columns, out of seven. */
  voci: ReadonlySet<Item>;
  descrizione: string;
  firma: string;
  cantiere: string;
}

export interface SchedaData {
  macchina: RowOf<typeof macchinari>;
  /** The machine's data; `null` if it has none. */
  dati: RowOf<typeof datiMacchina> | null;
  piano: readonly RowOf<typeof manutMacchinari>[];
  manutenzioni: readonly RowOf<typeof manutenzioni>[];
}

export const HEADERS = ['Data', 'Ore', ...ITEMS.map(({ etichetta }) => etichetta), 'Descrizione interventi', 'Firma', 'Cantiere'];

export function tabOf({ macchina, dati, piano, manutenzioni }: SchedaData): MaintenanceSheet {
  return {
    matricola: text(macchina.matricola),
    general: [
      { etichetta: 'Marca', valore: text(macchina.marca) },
      { etichetta: 'Modello', valore: text(macchina.modello) },
      { etichetta: 'Chassis', valore: text(macchina.chassis) },
      { etichetta: 'Matricola interna', valore: text(macchina.matricola) },
      { etichetta: 'Modello motore', valore: join(' ', dati?.motore_marca, dati?.motore_modello) },
      { etichetta: 'Tipo attrezzatura', valore: text(macchina.tipologia) },
    ],
    componenti: COMPONENTI.map((componente) =>
      componenteRow(
        componente,
        piano.find((row) => row.componente === componente),
      ),
    ),
    interventi: manutenzioni.map(intervento).sort(perData),
  };
}

/** Returns the line of a component; a component without a row in the plan has an empty line. */
function componenteRow(componente: string, row: RowOf<typeof manutMacchinari> | undefined): ComponenteRow {
  return {
    componente: componenteName(componente),
    marca_e_modello: text(row?.marca_e_modello),
    quantita: text(row?.quantita),
    frequenza: text(row?.frequenza),
    ogni_ore: number(row?.ogni_ore),
    ogni_mesi: number(row?.ogni_mesi),
  };
}

function intervento(row: RowOf<typeof manutenzioni>): Intervento {
  const { voci, altre } = itemsOf(row.manutenzione);
  const readingLabel = row.tipologia === 'Lettura' ? 'Lettura ore' : null;
  return {
    id: Number(row.id),
    data: text(row.data) || null,
    ore: number(row.ore_km),
    voci,
    descrizione: join('. ', readingLabel, altre.join(', '), row.note),
    firma: text(row.meccanico),
    cantiere: text(row.cantiere),
  };
}

/** Compares entries by date, oldest first; entries without a date come first. */
function perData(a: Intervento, b: Intervento): number {
  return (a.data ?? '').localeCompare(b.data ?? '') || a.id - b.id;
}

type Value = string | number | null | undefined;

const number = (value: Value): number | null => (typeof value === 'number' ? value : null);
const text = (value: Value): string => (value === null || value === undefined ? '' : String(value));
const join = (among: string, ...parts: Value[]): string =>
  parts
    .map(text)
    .filter((part) => part !== '')
    .join(among);
