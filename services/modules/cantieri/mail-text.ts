import { escapeHtml } from '#contracts/core/html.ts';
import type { ValuesOf } from '#contracts/core/typed-record.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

const FIELDS = [
  'committente',
  'comune',
  'indirizzo',
  'provincia',
  'stato',
  'referente_descrizione',
  'data_inizio',
  'data_fine',
  'cig',
  'cup',
  'googleIDE',
] as const;

/** Builds the mail about a site in Italian: the site's fields that have a value, its work items, and the sending firm. */
export function mailOf(ditta: string, commessa: string, values: ValuesOf<typeof cantieri>, lavorazioni: string): MailText {
  const rows: [string, string][] = [
    ['Commessa', commessa],
    ...FIELDS.flatMap((field): [string, string][] => (values[field] ? [[cantieri.fields[field].label, String(values[field])]] : [])),
    ...(lavorazioni === '' ? [] : [['Lavorazioni', lavorazioni] as [string, string]]),
    ['Protocollo Legalità', values.protocolloL === 1 ? 'Sì' : 'No'],
  ];
  const subject = `Cantiere ${commessa}${values.committente ? ` – ${values.committente}` : ''}`;
  return {
    subject,
    text: `${subject}\n\n${rows.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${ditta}\n`,
    html: `<!doctype html><html lang="it"><body style="font-family:sans-serif;color:#1d2733"><h1 style="font-size:18px">${escapeHtml(subject)}</h1><table cellpadding="6" style="border-collapse:collapse">${rows
      .map(
        ([label, value]) =>
          `<tr><th align="left" style="border-bottom:1px solid #d5dbe1;font-weight:600">${escapeHtml(label)}</th><td style="border-bottom:1px solid #d5dbe1">${escapeHtml(value)}</td></tr>`,
      )
      .join('')}</table><p>${escapeHtml(ditta)}</p></body></html>`,
  };
}
