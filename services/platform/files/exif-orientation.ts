/** How a stored picture is turned to stand upright, by the numbers of EXIF: 1 as it is, 6 a quarter clockwise … */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

const [TAG, SHORT] = [0x0112, 3];

/** By the content of an APP1 segment; `null` where it says nothing that makes sense. */
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
