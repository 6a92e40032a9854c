import { exifOrientation, exifOf, type Orientation } from './exif-orientation.ts';

/** Part of a content: a range of its bytes, `end` exclusive, or new bytes that replace some. */
export type Piece = { start: number; end: number } | Buffer;

const [FILL, START, END, SCAN] = [0xff, 0xd8, 0xd9, 0xda];
const [JFIF, APP1, ICC, ADOBE, LAST_APP, COMMENT] = [0xe0, 0xe1, 0xe2, 0xee, 0xef, 0xfe];
const PROFILE = 'ICC_PROFILE\0';
/** Length in bytes of a JFIF segment's content without a thumbnail. */
const JFIF_BYTES = 14;

const standsAlone = (marker: number): boolean => marker === 1 || (marker >= 0xd0 && marker <= 0xd7);
/** Checks for a frame header of any coding; the markers C4, C8 and CC in its range mean tables and a reserve. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const begins = (content: Buffer, text: string): boolean => content.subarray(0, text.length).toString('latin1') === text;

/**
 * Returns the pieces of a JPEG without its metadata (place, time, device, thumbnails, comments) and
 * without bytes after the last marker. Colour profile and Adobe's colour sign stay. The orientation
 * gets an EXIF block of its own, unless the caller keeps it elsewhere (`turned`). A clean JPEG stays
 * byte for byte the same. Returns `null` for an incomplete JPEG. Throws `TooManyPoints` at the head of a
 * picture above `mostPoints`, before it reads the rest.
 */
export async function cleanPieces(content: AsyncIterable<Buffer>, { turned = false, mostPoints = Infinity } = {}): Promise<Piece[] | null> {
  const walk = new Walk(mostPoints);
  for await (const chunk of content) {
    walk.push(chunk);
    if (walk.done) break;
  }
  return walk.done === 'whole' ? walk.pieces(turned) : null;
}

export class TooManyPoints extends Error {}

class Walk {
  private readonly mostPoints: number;
  done: 'whole' | 'broken' | null = null;
  private rest: Buffer = Buffer.alloc(0);
  /** Position of the first byte of `rest` in the content. */
  private at = 0;
  private inScan = false;
  private begun = false;
  private orientation: Orientation = 1;
  private head: Piece[] = [];
  private body: { start: number; end: number }[] = [];

  constructor(mostPoints: number) {
    this.mostPoints = mostPoints;
  }

  push(chunk: Buffer): void {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    while (this.done === null && this.step());
  }

  pieces(turned: boolean): Piece[] {
    const exif = turned || this.orientation === 1 ? [] : [exifOf(this.orientation)];
    return [...this.head, ...exif, ...this.body];
  }

  /** Handles the next segment. Returns false if it needs more bytes first. */
  private step(): boolean {
    if (this.rest.length === 0) return false;
    if (!this.begun) return this.begin();
    if (this.inScan) return this.scan();
    const from = this.rest.indexOf(FILL);
    if (from !== 0) return this.skip(from === -1 ? this.rest.length : from);
    const marker = this.rest[1];
    if (marker === undefined) return false;
    if (marker === FILL || marker === 0) return this.skip(1);
    if (marker === START) return this.end('broken');
    if (marker === END) return this.keep(2, this.body) && this.end('whole');
    if (standsAlone(marker)) return this.keep(2, this.body);
    if (this.rest.length < 4) return false;
    const size = this.rest.readUInt16BE(2) + 2;
    if (size < 4) return this.end('broken');
    return this.rest.length < size ? false : this.segment(marker, size);
  }

  private begin(): boolean {
    if (this.rest.length < 3) return false;
    if (this.rest[0] !== FILL || this.rest[1] !== START || this.rest[2] !== FILL) return this.end('broken');
    this.begun = true;
    return this.keep(2, this.head);
  }

  private segment(marker: number, size: number): boolean {
    const content = this.rest.subarray(4, size);
    if (marker === SCAN) this.inScan = true;
    // a height of 0 means that the scan defines it later, so the largest height is assumed
    if (isFrame(marker) && content.length >= 5 && (content.readUInt16BE(1) || 0xffff) * content.readUInt16BE(3) > this.mostPoints)
      throw new TooManyPoints();
    if (marker === APP1) this.orientation = exifOrientation(content) ?? this.orientation;
    if (marker === JFIF && begins(content, 'JFIF\0') && content.length >= JFIF_BYTES && this.head.length === 1) {
      if (content.length === JFIF_BYTES) return this.keep(size, this.head);
      this.head.push(Buffer.from([FILL, JFIF, 0, JFIF_BYTES + 2, ...content.subarray(0, JFIF_BYTES - 2), 0, 0]));
      return this.skip(size);
    }
    const told = (marker >= JFIF && marker <= LAST_APP) || marker === COMMENT;
    const shows = (marker === ICC && begins(content, PROFILE)) || (marker === ADOBE && begins(content, 'Adobe'));
    return told && !shows ? this.skip(size) : this.keep(size, this.body);
  }

  /** Copies image data up to its end. Inside a scan FF is followed by 00 or by a restart marker, and any other marker ends the scan. */
  private scan(): boolean {
    const from = this.rest.indexOf(FILL);
    if (from === -1) return this.keep(this.rest.length, this.body) && false;
    const next = this.rest[from + 1];
    if (next === undefined) return this.keep(from, this.body) && false;
    if (next === 0 || standsAlone(next)) return this.keep(from + 2, this.body);
    this.inScan = false;
    return this.keep(from, this.body);
  }

  private keep(bytes: number, where: Piece[]): boolean {
    const last = where.at(-1);
    if (last && !Buffer.isBuffer(last) && last.end === this.at) last.end += bytes;
    else if (bytes > 0) where.push({ start: this.at, end: this.at + bytes });
    return this.skip(bytes);
  }

  private skip(bytes: number): boolean {
    this.rest = this.rest.subarray(bytes);
    this.at += bytes;
    return true;
  }

  private end(how: 'whole' | 'broken'): boolean {
    this.done = how;
    return false;
  }
}
