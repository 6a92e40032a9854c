import { escapeHtml } from '#contracts/core/html.ts';

interface Notice {
  subject: string;
  /** Paragraphs of the mail. */
  lines: readonly string[];
  href: string;
  /** Text of the link. */
  link: string;
  ditta: string;
}

/** Creates subject, plain text and HTML of a short mail of the portal with one link. */
export function noticeText({ subject, lines, href, link, ditta }: Notice): { subject: string; text: string; html: string } {
  return {
    subject,
    text: [subject, '', ...lines, '', href, '', ditta].join('\n'),
    html: `<!doctype html><html lang="it"><body style="font-family:sans-serif;color:#1d2733"><h1 style="font-size:18px">${escapeHtml(subject)}</h1>${lines
      .map((line) => `<p style="white-space:pre-line">${escapeHtml(line)}</p>`)
      .join('')}<p><a href="${escapeHtml(href)}">${link}</a></p><p>${escapeHtml(ditta)}</p></body></html>`,
  };
}
