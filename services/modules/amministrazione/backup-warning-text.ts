import { romeDayAndTime } from '#contracts/core/dates.ts';
import { escapeHtml } from '#contracts/core/html.ts';

interface Warning {
  ditta: string;
  portale: string;
  /** "Salvataggio del 2026-11-23" */
  titolo: string;
  detto: string;
  /** ISO instant of the last good backup. */
  ultimo: string | null;
}

/** Builds the mail about a failed backup or restore test, or one with warnings, in Italian. */
export function warningText({ ditta, portale, titolo, detto, ultimo }: Warning): { subject: string; text: string; html: string } {
  const subject = `${titolo}: qualcosa non va`;
  const good = ultimo === null ? 'Finora nessun salvataggio è riuscito.' : `L’ultimo salvataggio riuscito è del ${romeDayAndTime(ultimo)}.`;
  const page = `${portale.replace(/\/+$/, '')}/admin-page`;
  return {
    subject,
    text: [subject, detto, good, `Area Admin: ${page}`, `${ditta}\n`].join('\n\n'),
    html: `<!doctype html><html lang="it"><body style="font-family:sans-serif;color:#1d2733"><h1 style="font-size:18px">${escapeHtml(subject)}</h1><p>${escapeHtml(detto)}</p><p>${escapeHtml(good)}</p><p><a href="${escapeHtml(page)}">Apri l’Area Admin</a></p><p>${escapeHtml(ditta)}</p></body></html>`,
  };
}
