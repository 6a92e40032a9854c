import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import { inter, printable, type Weight } from './inter.ts';

const WEIGHTS: readonly Weight[] = ['regular', 'bold'];
/** Loads pdfkit at the first PDF, so that the portal's start does not wait for it. */
const library = () => createRequire(import.meta.url)('pdfkit') as typeof import('pdfkit');
const BLACK = '#000000';

/** Rectangle in points; `x` and `y` are its lower left corner. */
interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Look {
  size?: number;
  bold?: boolean;
  /** `x` is the right end of the text. */
  right?: boolean;
  colour?: string;
}

/**
 * PDF of texts and lines, with the font Inter embedded. Coordinates are points from the lower left corner of the
 * current page. The same calls give the same bytes.
 */
export class TextPdf {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #height: number;

  constructor(title: string, [width, height]: readonly [number, number]) {
    this.#height = height;
    const PDFDocument = library();
    this.#pdf = new PDFDocument({
      size: [width, height],
      margin: 0,
      pdfVersion: '1.4',
      // without this, pdfkit would embed Helvetica as the default font
      font: '',
      // the cache is off, since Inter's layout is faster than its lookup of each word
      fontLayoutCache: false,
      autoFirstPage: false,
      bufferPages: true,
      lang: 'it-IT',
      displayTitle: true,
      info: { Title: printable(title), CreationDate: new Date(0) },
    });
    // pdfkit derives the file's id from CreationDate; a property that is not enumerable is not written to the file
    Object.defineProperty(this.#pdf.info, 'CreationDate', { enumerable: false });
    // pdfkit takes an opened font too; its types do not say so
    for (const weight of WEIGHTS) this.#pdf.registerFont(weight, inter(weight) as unknown as Uint8Array);
  }

  addPage(): void {
    this.#pdf.addPage();
  }

  /** Adds a page after yielding to the event loop, since a full page of a table takes tens of milliseconds. */
  async nextPage(): Promise<void> {
    await setImmediate();
    this.addPage();
  }

  /** Writes one line of text on the baseline `y`. */
  text(text: string, x: number, y: number, { size = 9, bold = false, right = false, colour = BLACK }: Look = {}): void {
    const from = right ? x - this.widthOf(text, size, bold) : x;
    this.#pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(colour)
      .text(printable(text), from, this.#height - y, { lineBreak: false, baseline: 'alphabetic' });
  }

  /** Draws a horizontal line. */
  rule(from: number, to: number, y: number, { colour = BLACK, thick = 0.5 } = {}): void {
    this.#pdf
      .moveTo(from, this.#height - y)
      .lineTo(to, this.#height - y)
      .lineWidth(thick)
      .stroke(colour);
  }

  /** Makes a rectangle a link to `file`, a path relative to this PDF's folder. */
  linkToFile(file: string, { x, y, width, height }: Rectangle): void {
    // pdfkit writes a String object as a PDF string, and a primitive string as a PDF name
    const name = Object(file) as string;
    const target = { S: 'GoToR', F: { Type: 'Filespec', F: name, UF: name }, D: [0, 'Fit'], NewWindow: true };
    const action = this.#pdf.ref(target);
    action.end('');
    this.#pdf.annotate(x, this.#height - y - height, width, height, { Subtype: 'Link', A: action } as PDFKit.Mixins.AnnotationOption);
  }

  /** Returns the points that a text takes. */
  widthOf(text: string, size: number, bold = false): number {
    return this.#pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(size)
      .widthOfString(printable(text));
  }

  /** Breaks a text at spaces into lines no wider than `width`; cuts a word that is wider by itself. */
  linesOf(text: string, width: number, size: number): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/\s+/).flatMap((one) => this.#pieces(one, width, size))) {
      const longer = line === '' ? word : `${line} ${word}`;
      const fits = line === '' || this.widthOf(longer, size) <= width;
      if (!fits) lines.push(line);
      line = fits ? longer : word;
    }
    return [...lines, line];
  }

  /** Cuts a word into pieces no wider than `width`. Adds up character widths, since measuring every prefix of a long word takes minutes. */
  #pieces(word: string, width: number, size: number): string[] {
    if (this.widthOf(word, size) <= width) return [word];
    const pieces: string[] = [];
    let [piece, usedWidth, before] = ['', 0, ''];
    for (const sign of word) {
      const addedWidth = this.widthOf(before + sign, size) - this.widthOf(before, size);
      if (piece !== '' && usedWidth + addedWidth > width) {
        pieces.push(piece);
        [piece, usedWidth] = ['', this.widthOf(sign, size) - addedWidth];
      }
      piece += sign;
      usedWidth += addedWidth;
      before = sign;
    }
    return [...pieces, piece];
  }

  /** Writes "Pagina 1 di 3" on each page, its right end at `x`. */
  numberPages(x: number, y: number): void {
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      this.text(`Pagina ${page + 1} di ${count}`, x, y, { size: 8, right: true });
    }
  }

  /** Ends the PDF and returns its bytes: `end` has written all of them into the stream's buffer when it returns. */
  bytes(): Buffer {
    this.#pdf.end();
    return this.#pdf.read() as Buffer;
  }
}
