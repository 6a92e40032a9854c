/**
 * Creates a one-page A4 PDF with the given lines in Latin-1, as a placeholder for an external document. `TextPdf`, which the portal uses
 * for its own prints, would take 4 ms for each of the 2,000 placeholders because of its embedded fonts.
 */
export function pdf(title: string, rows: readonly string[]): Buffer {
  const content = [
    'BT /F2 18 Tf 60 770 Td',
    `(${escape(title)}) Tj ET`,
    ...rows.map((row, i) => `BT /F1 11 Tf 60 ${735 - i * 20} Td (${escape(row)}) Tj ET`),
    '0.11 0.36 0.45 RG 2 w 60 755 m 535 755 l S',
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets: number[] = [];
  objects.forEach((object, i) => {
    offsets.push(Buffer.byteLength(body, 'latin1'));
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
  });
  const start = Buffer.byteLength(body, 'latin1');
  const xref = offsets.map((o) => `${String(o).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xref}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

const escape = (text: string) => text.replaceAll('’', "'").replace(/[\\()]/g, (c) => `\\${c}`);
