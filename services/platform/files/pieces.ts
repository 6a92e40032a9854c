import { Readable } from 'node:stream';
import type { Range } from './byte-range.ts';
import type { Piece } from './clean-jpeg.ts';

const sizeOf = (piece: Piece): number => (Buffer.isBuffer(piece) ? piece.length : piece.end - piece.start);

/** Returns the total number of bytes of the pieces. */
export const bytesOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);

/** Tells whether the pieces are the unchanged content: no bytes left out, none added. */
export const isWhole = (pieces: readonly Piece[], bytes: number): boolean =>
  pieces.every((piece) => !Buffer.isBuffer(piece)) && bytesOf(pieces) === bytes;

/** Streams the pieces in order, or the range of them that a reader asked for. `open` reads a range of the original content. */
export function readPieces(
  pieces: readonly Piece[],
  open: (range: Range) => Readable,
  range: Range = { start: 0, end: bytesOf(pieces) - 1 },
): Readable {
  return Readable.from(parts(pieces, open, range), { objectMode: false });
}

async function* parts(pieces: readonly Piece[], openRange: (range: Range) => Readable, { start, end }: Range): AsyncGenerator<Buffer> {
  let at = 0;
  for (const piece of pieces) {
    const [from, to] = [Math.max(start - at, 0), Math.min(end + 1 - at, sizeOf(piece))];
    at += sizeOf(piece);
    if (from >= to) continue;
    if (Buffer.isBuffer(piece)) yield piece.subarray(from, to);
    else yield* openRange({ start: piece.start + from, end: piece.start + to - 1 }) as AsyncIterable<Buffer>;
  }
}
