import type { Catalogue } from '#contracts/core/catalogue.ts';
import { romeDayAndTime } from '#contracts/core/dates.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { authorOf, inOrder, showValue } from '#contracts/core/history-in-words.ts';
import { TextPdf } from '#services/platform/files/text-pdf.ts';

/** Width and height of an A4 page in portrait format, and its margin, in points. */
const [WIDTH, HEIGHT, MARGIN] = [595.28, 841.89, 42];
const BOTTOM = MARGIN + 14;
const [SIZE, LINE] = [9, 12];

interface Head {
  title: string;
  lines: readonly string[];
}

/** Writes the history of a record as a PDF, oldest entry first, with time, person, and each field before and after. */
export async function historyPdf(catalogue: Catalogue, entries: readonly HistoryItem[], { title, lines }: Head): Promise<Buffer> {
  const pdf = new TextPdf(title, [WIDTH, HEIGHT]);
  let y = 0;
  const turn = async (): Promise<void> => {
    await pdf.nextPage();
    pdf.text(title, MARGIN, HEIGHT - 54, { size: 13, bold: true });
    y = HEIGHT - 74;
  };
  const write = async (text: string, look: { bold?: boolean; indent?: number } = {}): Promise<void> => {
    const { bold = false, indent = 0 } = look;
    for (const line of pdf.linesOf(text, WIDTH - 2 * MARGIN - indent, SIZE)) {
      if (y - LINE < BOTTOM) await turn();
      pdf.text(line, MARGIN + indent, y, { size: SIZE, bold });
      y -= LINE;
    }
  };
  await turn();
  for (const line of lines) await write(line);
  for (const entry of entries.toReversed()) {
    y -= LINE / 2;
    const reason = entry.motivo ? `: ${entry.motivo}` : '';
    await write(`${romeDayAndTime(entry.quando)}  ${authorOf(entry)} ${entry.frase}${reason}`, { bold: true });
    const def = catalogue.register(entry.tabella);
    for (const { campo, etichetta, tipo, prima, dopo, primaNome, dopoNome } of inOrder(def, entry.campi)) {
      const [before, after] = [showValue(tipo, def?.fields[campo], prima, primaNome), showValue(tipo, def?.fields[campo], dopo, dopoNome)];
      await write(`${etichetta}: ${before.text} → ${after.text}`, { indent: 12 });
    }
  }
  pdf.numberPages(WIDTH - MARGIN, MARGIN - 14);
  return pdf.bytes();
}
