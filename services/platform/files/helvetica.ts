/** Widths of Helvetica from space to tilde, in thousandths of the size: what every reader of PDF has without a font file. */
const REGULAR =
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
    .split(' ')
    .map(Number);
const BOLD =
  '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584'
    .split(' ')
    .map(Number);
const OTHER = 556;

/** What Windows-1252 has beyond Latin-1. */
const BEYOND: Readonly<Record<string, number>> = { '€': 0x80, '…': 0x85, '‘': 0x91, '’': 0x92, '“': 0x93, '”': 0x94, '–': 0x96, '—': 0x97 };

/** Points that a text takes. */
export function widthOf(text: string, size: number, bold = false): number {
  const widths = bold ? BOLD : REGULAR;
  // an accent takes no room of its own
  const letters = [...text.normalize('NFD').replaceAll(/\p{M}/gu, '')];
  return (letters.reduce((sum, letter) => sum + (widths[(letter.codePointAt(0) ?? 0) - 32] ?? OTHER), 0) * size) / 1000;
}

/** Lines no wider than that, broken at spaces; a word that is wider by itself is cut. */
export function linesOf(text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).flatMap((one) => pieces(one, width, size))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer, size) > width) lines.push(line);
    line = line !== '' && widthOf(longer, size) > width ? word : longer;
  }
  return [...lines, line];
}

function pieces(word: string, width: number, size: number): string[] {
  let cut = word.length;
  while (cut > 1 && widthOf(word.slice(0, cut), size) > width) cut -= 1;
  return cut >= word.length ? [word] : [word.slice(0, cut), ...pieces(word.slice(cut), width, size)];
}

/** A text as a string of a page; what the font has no sign for becomes a question mark. */
export function pdfString(text: string): string {
  const signs = [
    ...text
      .normalize('NFC')
      .replaceAll(/[\u00A0\u202F]/g, ' ')
      .replaceAll('−', '-'),
  ].map((sign) => {
    const code = BEYOND[sign] ?? sign.codePointAt(0) ?? 0;
    if (code < 32 || code > 255 || (code > 126 && code < 160 && BEYOND[sign] === undefined)) return '?';
    return '\\()'.includes(sign) ? `\\${sign}` : String.fromCharCode(code);
  });
  return `(${signs.join('')})`;
}
