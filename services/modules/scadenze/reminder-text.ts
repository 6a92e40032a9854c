import { countOf, formatNumber } from '#contracts/core/formats.ts';
import { escapeHtml } from '#contracts/core/html.ts';
import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { FASCE, type Fascia } from '#contracts/modules/scadenze/due-date.ts';
import { boardAddress, dueOutside, kindOutside, recordOutside } from '#contracts/modules/scadenze/outside.ts';

export interface ReminderText {
  subject: string;
  text: string;
  html: string;
}

interface ReminderContent {
  giorno: string;
  ditta: string;
  portale: string;
  rows: readonly DueItem[];
  /** Number of unread notices. */
  notices: number;
}

/** Largest number of rows in a mail; the board shows the others. */
const MOST_ROWS = 200;

const HEADINGS: Readonly<Record<Fascia, string>> = {
  scaduto: 'Scadute',
  '7': 'Entro 7 giorni',
  '30': 'Entro 30 giorni',
  '60': 'Entro 60 giorni',
  '90': 'Entro 90 giorni',
  oltre: 'Oltre 90 giorni',
  assente: 'Assenti',
};

/** Writes a person's digest of a morning in Italian: the number of unread notices, the numbers of rows by band, then the rows. */
export function reminderText({ giorno, ditta, portale, rows, notices }: ReminderContent): ReminderText {
  const unread = notices === 0 ? null : `${countOf(notices, 'avviso non letto', 'avvisi non letti')} nei commenti`;
  const subject =
    rows.length === 0 && unread !== null
      ? `Avvisi del ${giorno}: ${unread}`
      : `Scadenze del ${giorno}: ${countOf(rows.length, 'promemoria', 'promemoria')}`;
  const shownRows = rows.slice(0, MOST_ROWS);
  const bands = FASCE.flatMap((fascia) => {
    const all = rows.filter((row) => row.fascia === fascia).length;
    return all === 0 ? [] : [{ heading: HEADINGS[fascia], all, shown: shownRows.filter((row) => row.fascia === fascia) }];
  });
  const counts = bands.map(({ heading, all }) => `${heading.toLowerCase()} ${formatNumber(all, 0)}`).join(', ');
  const moreRows =
    rows.length > shownRows.length ? `E altre ${formatNumber(rows.length - shownRows.length, 0)}: sono tutte nello scadenzario.` : null;
  const home = `${portale.replace(/\/+$/, '')}/home`;
  const board = `${home}/scadenze`;
  const unreadLines = unread === null ? [] : [`${unread}: ${home}`];
  const toldInHtml = unread === null ? '' : `<p><a href="${escapeHtml(home)}">${escapeHtml(unread)}</a></p>`;
  const footer = 'Questa mail parte una volta al giorno. Una scadenza segnata come vista tace fino al giorno scelto.';
  return {
    subject,
    text: [
      subject,
      ...unreadLines,
      ...(rows.length === 0 ? [] : [`In tutto: ${counts}`]),
      ...bands.flatMap(({ heading, all, shown: list }) =>
        list.length === 0
          ? []
          : [`${heading.toUpperCase()} (${formatNumber(all, 0)})\n${list.map((row) => inText(row, portale)).join('\n')}`],
      ),
      ...(moreRows === null ? [] : [moreRows]),
      `Scadenzario: ${board}`,
      footer,
      `${ditta}\n`,
    ].join('\n\n'),
    html: `<!doctype html><html lang="it"><body style="font-family:sans-serif;color:#1d2733"><h1 style="font-size:18px">${escapeHtml(subject)}</h1>${toldInHtml}${rows.length === 0 ? '' : `<p>In tutto: ${escapeHtml(counts)}</p>`}${bands
      .map(({ heading, all, shown: list }) => (list.length === 0 ? '' : inHtml(`${heading} (${formatNumber(all, 0)})`, list, portale)))
      .join(
        '',
      )}${moreRows === null ? '' : `<p>${escapeHtml(moreRows)}</p>`}<p><a href="${escapeHtml(board)}">Apri lo scadenzario</a></p><p style="color:#5b6875;font-size:13px">${escapeHtml(footer)}</p><p>${escapeHtml(ditta)}</p></body></html>`,
  };
}

const siteOf = ({ cantiere, soggetto }: DueItem): string => (cantiere === null || soggetto === 'cantiere' ? '' : `cantiere ${cantiere}`);

function inText(row: DueItem, portale: string): string {
  const words = [kindOutside(row), recordOutside(row), siteOf(row)].filter(Boolean).join(' – ');
  return `- ${words}: ${dueOutside(row)}\n  ${boardAddress(portale, row)}`;
}

const CELL = 'border-bottom:1px solid #d5dbe1;vertical-align:top';

function inHtml(heading: string, rows: readonly DueItem[], portale: string): string {
  const lines = rows.map((row) => {
    const record = [recordOutside(row), siteOf(row)].filter(Boolean).join(' – ');
    return `<tr><td style="${CELL}"><a href="${escapeHtml(boardAddress(portale, row))}">${escapeHtml(kindOutside(row))}</a></td><td style="${CELL}">${escapeHtml(record)}</td><td style="${CELL};white-space:nowrap">${escapeHtml(dueOutside(row))}</td></tr>`;
  });
  return `<h2 style="font-size:15px;margin:20px 0 4px">${escapeHtml(heading)}</h2><table cellpadding="6" style="border-collapse:collapse">${lines.join('')}</table>`;
}
