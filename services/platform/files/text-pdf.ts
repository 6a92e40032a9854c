import { pdfString, widthOf } from './helvetica.ts';

export interface PdfPage {
  width: number;
  height: number;
  /** Drawing operators; texts by `textAt`. */
  content: readonly string[];
  /** Where one comes to a file beside this one. */
  links?: readonly PageLink[];
}

export interface PageLink {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Its name from here: `folder/name.pdf`. */
  file: string;
}

/** A text with its left end, or its right one, at `x`. */
export function textAt(text: string, x: number, y: number, { size = 9, bold = false, right = false } = {}): string {
  const from = right ? x - widthOf(text, size, bold) : x;
  return `BT /${bold ? 'F2' : 'F1'} ${size} Tf ${from.toFixed(2)} ${y.toFixed(2)} Td ${pdfString(text)} Tj ET`;
}

/** Pages of text and lines as a PDF, in Helvetica. The same pages give the same bytes. */
export function textPdf(title: string, pages: readonly PdfPage[]): Buffer {
  const pageId = (index: number): number => 6 + index * 2;
  const fontOf = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (it-IT) /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${pageId(i)} 0 R`).join(' ')}] >>`,
    `<< /Title ${pdfString(title)} >>`,
    fontOf('Helvetica'),
    fontOf('Helvetica-Bold'),
    ...pages.flatMap(({ width, height, content, links = [] }, i) => {
      const drawing = content.join('\n');
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents ${pageId(i) + 1} 0 R${annotations(links)} >>`,
        `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  // every sign is one byte: lengths of the text are those of the file
  let body = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

/** Opened by the reader of PDF in a window of its own. */
function annotations(links: readonly PageLink[]): string {
  if (links.length === 0) return '';
  const drawn = links.map(({ x, y, width, height, file }) => {
    const rect = [x, y, x + width, y + height].map((n) => n.toFixed(2)).join(' ');
    const spec = `<< /Type /Filespec /F ${pdfString(file)} /UF ${utf16(file)} >>`;
    return `<< /Type /Annot /Subtype /Link /Rect [${rect}] /Border [0 0 0] /A << /S /GoToR /F ${spec} /D [0 /Fit] /NewWindow true >> >>`;
  });
  return ` /Annots [${drawn.join(' ')}]`;
}

/** A text with any sign, in the numbers of UTF-16. */
const utf16 = (text: string): string => {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0'));
  return `<feff${units.join('')}>`;
};
