import { Readable } from 'node:stream';
import type { JpegProperties } from './jpeg-properties.ts';
import type { Orientation } from './exif-orientation.ts';

export interface Photo extends JpegProperties {
  bytes: number;
  open(): Readable;
}

/** Sides of an A4 page, and the margin of one centimetre around the picture, in points. */
const [SHORT_SIDE, LONG_SIDE, MARGIN] = [595.28, 841.89, 28.35];
const COLOURS = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' } as const;

/**
 * Creates a PDF with one upright photo a page. The JPEG bytes are copied unchanged (DCTDecode) and streamed, so no photo is held in memory.
 * The same photos give the same bytes.
 */
export function photosPdf(photos: readonly Photo[]): Readable {
  return Readable.from(pieces(photos), { objectMode: false });
}

async function* pieces(photos: readonly Photo[]): AsyncGenerator<Buffer> {
  const offsets: number[] = [];
  let at = 0;
  const write = (text: string): Buffer => {
    const bytes = Buffer.from(text, 'latin1');
    at += bytes.length;
    return bytes;
  };
  const begin = (id: number, text: string): Buffer => {
    offsets[id] = at;
    return write(`${id} 0 obj\n${text}`);
  };
  yield write('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n');
  yield begin(1, '<< /Type /Catalog /Pages 2 0 R >>\nendobj\n');
  yield begin(2, `<< /Type /Pages /Count ${photos.length} /Kids [${photos.map((_, i) => `${pageId(i)} 0 R`).join(' ')}] >>\nendobj\n`);
  for (const [i, photo] of photos.entries()) {
    const [page, content, image] = [pageId(i), pageId(i) + 1, pageId(i) + 2];
    const { box, drawing } = layout(photo);
    yield begin(
      page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${box.join(' ')}] /Contents ${content} 0 R /Resources << /XObject << /Foto ${image} 0 R >> >> >>\nendobj\n`,
    );
    yield begin(content, `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream\nendobj\n`);
    yield begin(image, `${imageOf(photo)}\nstream\n`);
    for await (const chunk of photo.open()) {
      at += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    yield write('\nendstream\nendobj\n');
  }
  const start = at;
  yield write(`xref\n0 ${offsets.length}\n0000000000 65535 f \n`);
  for (const offset of offsets.slice(1)) yield write(`${String(offset).padStart(10, '0')} 00000 n \n`);
  yield write(`trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
}

const pageId = (index: number): number => 3 + index * 3;

function imageOf({ width, height, channels, adobe, bytes }: Photo): string {
  const inverted = channels === 4 && adobe ? ' /Decode [1 0 1 0 1 0 1 0]' : '';
  return `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace ${COLOURS[channels]} /BitsPerComponent 8${inverted} /Filter /DCTDecode /Length ${bytes} >>`;
}

/** Computes a page in the photo's own format, portrait or landscape. The photo is centred and as large as the margins allow. */
function layout({ width, height, orientation }: JpegProperties): { box: [number, number]; drawing: string } {
  const [w, h] = orientation > 4 ? [height, width] : [width, height];
  const box: [number, number] = w > h ? [LONG_SIDE, SHORT_SIDE] : [SHORT_SIDE, LONG_SIDE];
  const scale = Math.min((box[0] - 2 * MARGIN) / w, (box[1] - 2 * MARGIN) / h);
  const [wide, high] = [w * scale, h * scale];
  const matrix = upright(orientation, { x: (box[0] - wide) / 2, y: (box[1] - high) / 2, w: wide, h: high });
  return { box, drawing: `q ${matrix.map((n) => String(Number(n.toFixed(3)))).join(' ')} cm /Foto Do Q` };
}

/** Returns the PDF matrix that draws the picture upright in the rectangle `x y w h`, for each EXIF orientation. */
function upright(orientation: Orientation, { x, y, w, h }: { x: number; y: number; w: number; h: number }): number[] {
  switch (orientation) {
    case 1:
      return [w, 0, 0, h, x, y];
    case 2:
      return [-w, 0, 0, h, x + w, y];
    case 3:
      return [-w, 0, 0, -h, x + w, y + h];
    case 4:
      return [w, 0, 0, -h, x, y + h];
    case 5:
      return [0, -h, -w, 0, x + w, y + h];
    case 6:
      return [0, -h, w, 0, x, y + h];
    case 7:
      return [0, h, w, 0, x, y];
    case 8:
      return [0, h, -w, 0, x + w, y];
  }
}
