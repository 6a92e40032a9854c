import { formatNumber } from '#contracts/core/formats.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { pricedLine, summaryOf } from '#contracts/modules/giornata.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { operatore } from '#contracts/registers/operatore.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { wbs } from '#contracts/registers/wbs.ts';
import type { OfflineModule, OfflineRegister, RowsOf } from '#web/offline/module.ts';
import { titleOf } from '#web/offline/title.ts';
import type { Line, LineValues } from './line.ts';

const days: OfflineRegister<typeof produzionePadre> = {
  def: produzionePadre,
  title: ({ data, cantiere }) => titleOf('Giornata', data, cantiere),
  reckoned(header, rows) {
    const own = rows(produzione).filter((line) => String(line.id_intestazione) === String(header.id));
    return { commessa: header.cantiere, ...summaryOf(own) };
  },
};
const lines: OfflineRegister<typeof produzione> = { def: produzione, title: lineTitle, reckoned: valuesWithPrice };

/** Offline definition: production days and their lines can be written without a network. */
export const offline: OfflineModule = {
  copies: [
    { def: cantieri, pages: 4 },
    { def: cantieriWbs, pages: 10 },
    { def: cantieriLavorazioni, pages: 10, order: 'id' },
    { def: lavorazioni, pages: 2 },
    { def: wbs, pages: 2 },
    { def: operatore, pages: 2 },
    { def: macchinari, pages: 6 },
    { def: noleggi, pages: 2 },
    { def: produzionePadre, pages: 1, order: '-data' },
    { def: produzione, pages: 2, order: '-id' },
  ],
  writes: [days, lines],
};

function lineTitle(line: LineValues, rows: RowsOf): string {
  const header = headerOf(line, rows);
  const parts = [
    line.fermo === 1 ? 'Fermo' : line.lavorazione,
    typeof line.quantita === 'number' ? formatNumber(line.quantita, 3, 0) : null,
  ];
  return titleOf('Riga', header && `${header.data} ${header.cantiere}:`, parts.filter(Boolean).join(', '));
}

const headerOf = (line: LineValues, rows: RowsOf) => rows(produzionePadre).find((row) => String(row.id) === String(line.id_intestazione));

function valuesWithPrice(line: Line, rows: RowsOf): Values {
  const header = headerOf(line, rows);
  const site = header?.cantiere ?? null;
  const isOfSite = ({ commessa }: { commessa: string | null }): boolean => commessa === site;
  const listino = {
    wbs: rows(cantieriWbs)
      .filter(isOfSite)
      .map(({ descrizione }) => String(descrizione)),
    lavorazioni: rows(cantieriLavorazioni)
      .filter(isOfSite)
      .map(({ lavorazione, descrizione_wbs: wbs, prezzo }) => ({
        lavorazione: String(lavorazione ?? ''),
        wbs: wbs === '' ? null : wbs,
        prezzo,
      })),
  };
  return { data: header?.data ?? null, commessa: site, ...pricedLine(listino, line) };
}
