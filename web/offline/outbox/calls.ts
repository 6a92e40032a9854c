import { formatNumber } from '#contracts/core/formats.ts';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { pricedLine, summaryOf } from '#contracts/modules/giornata.ts';
import { hasProblem } from '#contracts/modules/guasti/points.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { Row } from '#web/registers/row.ts';

/** Returns the rows of a register from the device. */
export type RowsOf = (path: string) => readonly Row[];

interface KeptRegister {
  def: AnyRegister;
  /** Returns the title of a write to the register. */
  title(values: Values, rows: RowsOf): string;
  /** Computes the values that the portal will derive for a row. */
  reckoned?(row: Row, rows: RowsOf): Values;
}

/** Registers whose records can be written without a network. */
export const KEPT_REGISTERS: readonly KeptRegister[] = [
  { def: produzionePadre, title: (values) => words('Giornata', values['data'], values['cantiere']), reckoned: dayOf },
  { def: produzione, title: lineTitle, reckoned: priced },
  { def: guasti, title: (values) => words(hasProblem(values) ? 'Guasto' : 'Controllo', values['matricola']) },
  { def: manutenzioni, title: (values) => words(values['tipologia'] === 'Lettura' ? 'Lettura ore' : 'Manutenzione', values['matricola']) },
];

/** Registers needed to compute and name the rows of the others. */
export const RECKONED_FROM: readonly string[] = [cantieriWbs.path, cantieriLavorazioni.path];

export const keptRegister = (path: string): KeptRegister | undefined => KEPT_REGISTERS.find(({ def }) => def.path === path);

const words = (...parts: readonly unknown[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ');

function lineTitle(line: Values, rows: RowsOf): string {
  const header = headerOf(line, rows);
  const what = [
    line['fermo'] === 1 ? 'Fermo' : line['lavorazione'],
    typeof line['quantita'] === 'number' ? formatNumber(line['quantita'], 3, 0) : null,
  ];
  return words('Riga', header && `${header['data']} ${header['cantiere']}:`, what.filter(Boolean).join(', '));
}

const headerOf = (line: Readonly<Values>, rows: RowsOf): Row | undefined =>
  rows(produzionePadre.path).find((row) => String(row['id']) === String(line['id_intestazione']));

function priced(line: Row, rows: RowsOf): Values {
  const header = headerOf(line, rows);
  const site = header?.['cantiere'] ?? null;
  const of = (path: string) => rows(path).filter((row) => row['commessa'] === site);
  const listino = {
    wbs: of(cantieriWbs.path).map((row) => String(row['descrizione'])),
    lavorazioni: of(cantieriLavorazioni.path).map((row) => ({
      lavorazione: String(row['lavorazione'] ?? ''),
      wbs: typeof row['descrizione_wbs'] === 'string' && row['descrizione_wbs'] !== '' ? row['descrizione_wbs'] : null,
      prezzo: typeof row['prezzo'] === 'number' ? row['prezzo'] : null,
    })),
  };
  return { data: header?.['data'] ?? null, commessa: site, ...pricedLine(listino, line) };
}

function dayOf(header: Row, rows: RowsOf): Values {
  const lines = rows(produzione.path).filter((line) => String(line['id_intestazione']) === String(header['id']));
  return { commessa: header['cantiere'] ?? null, ...summaryOf(lines) };
}
