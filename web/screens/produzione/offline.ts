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
import type { OfflineModule, RowsOf } from '#web/offline/module.ts';
import { titleOf } from '#web/offline/title.ts';
import type { Row } from '#web/registers/row.ts';

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
  writes: [
    { def: produzionePadre, title: (values) => titleOf('Giornata', values['data'], values['cantiere']), reckoned: dayOf },
    { def: produzione, title: lineTitle, reckoned: valuesWithPrice },
  ],
};

function lineTitle(line: Values, rows: RowsOf): string {
  const header = headerOf(line, rows);
  const parts = [
    line['fermo'] === 1 ? 'Fermo' : line['lavorazione'],
    typeof line['quantita'] === 'number' ? formatNumber(line['quantita'], 3, 0) : null,
  ];
  return titleOf('Riga', header && `${header['data']} ${header['cantiere']}:`, parts.filter(Boolean).join(', '));
}

const headerOf = (line: Readonly<Values>, rows: RowsOf): Row | undefined =>
  rows(produzionePadre.path).find((row) => String(row['id']) === String(line['id_intestazione']));

function valuesWithPrice(line: Row, rows: RowsOf): Values {
  const header = headerOf(line, rows);
  const site = header?.['cantiere'] ?? null;
  const rowsOfSite = (path: string) => rows(path).filter((row) => row['commessa'] === site);
  const listino = {
    wbs: rowsOfSite(cantieriWbs.path).map((row) => String(row['descrizione'])),
    lavorazioni: rowsOfSite(cantieriLavorazioni.path).map((row) => ({
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
