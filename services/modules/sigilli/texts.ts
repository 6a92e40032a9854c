import { countOf } from '#contracts/core/formats.ts';
import { romeDayAndTime } from '#contracts/core/dates.ts';
import { escapeHtml } from '#contracts/core/html.ts';
import { wholeNote, type KeptCheckpoint } from '#services/platform/checkpoints/kept.ts';
import { brokenSentence } from '#services/platform/checkpoints/problem.ts';
import { noticeText } from '#services/platform/notice-text.ts';

interface Firm {
  DITTA: string;
  PORTALE_URL: string;
}

interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Builds the mail with a checkpoint. Its text contains the signed note verbatim, so that the mail itself is evidence. */
export function checkpointMail(checkpoint: KeptCheckpoint, { DITTA }: Firm): MailText {
  const note = wholeNote(checkpoint);
  const subject = `Sigillo del registro di ${DITTA}: ${countOf(checkpoint.dimensione, 'evento', 'eventi')}, ${romeDayAndTime(checkpoint.quando.toISOString())}`;
  const intro =
    'Questo sigillo fissa tutto ciò che il portale ha registrato finora. Va conservato: chi cambia qualcosa dopo si scopre confrontandolo con il registro (make verify SIGILLO=file).';
  return {
    subject,
    text: `${intro}\n\n${note}`,
    html: `<!doctype html><html lang="it"><body style="font-family:sans-serif;color:#1d2733"><p>${escapeHtml(intro)}</p><pre>${escapeHtml(note)}</pre><p>${escapeHtml(DITTA)}</p></body></html>`,
  };
}

/** Builds the mail to group 2 about a tree that no longer extends the last checkpoint. */
export function brokenMail(last: KeptCheckpoint, { DITTA, PORTALE_URL }: Firm): MailText {
  return noticeText({
    subject: 'Il registro degli eventi è stato alterato',
    lines: [brokenSentence(last)],
    href: `${PORTALE_URL.replace(/\/+$/, '')}/admin-page`,
    link: 'Apri l’Area Admin',
    ditta: DITTA,
  });
}
