/** Transformation that shows a stored picture upright, as numbered by EXIF: 1 is none, 6 a quarter turn clockwise. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const [TAG, SHORT] = [0x0112, 3];

/** Creates an APP1 segment that contains the orientation and nothing else. */
export function exifOf(orientation: Orientation): Buffer {
  const segment = Buffer.alloc(36);
  segment.set([0xff, 0xe1, 0, 34]);
  segment.write('Exif\0\0MM', 4, 'latin1');
  segment.writeUInt16BE(42, 12);
  segment.writeUInt32BE(8, 14);
  segment.writeUInt16BE(1, 18);
  segment.writeUInt16BE(TAG, 20);
  segment.writeUInt16BE(SHORT, 22);
  segment.writeUInt32BE(1, 24);
  segment.writeUInt16BE(orientation, 28);
  return segment;
}

/** Reads the orientation off the content of an APP1 segment; `null` if it contains no valid one. */
export function exifOrientation(segment: Buffer): Orientation | null {
  if (segment.subarray(0, 6).toString('latin1') !== 'Exif\0\0') return null;
  const tiff = segment.subarray(6);
  const order = tiff.subarray(0, 2).toString('latin1');
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (directory + 2 > tiff.length) return null;
  const entries = short(directory);
  for (let at = directory + 2, n = 0; n < entries && at + 12 <= tiff.length; n += 1, at += 12) {
    if (short(at) !== TAG || short(at + 2) !== SHORT) continue;
    const value = short(at + 8);
    return value >= 1 && value <= 8 ? (value as Orientation) : null;
  }
  return null;
}
