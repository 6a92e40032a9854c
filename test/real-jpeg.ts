/** Parameters of a valid JPEG made of uniform blocks of 8 × 8 pixels. */
export interface RealJpeg {
  /** Size in blocks. */
  columns: number;
  rows: number;
  channels?: 1 | 3 | 4;
  /** EXIF orientation; if absent, the file has no EXIF segment. */
  orientation?: number;
  /** Byte order of the EXIF data. */
  order?: 'II' | 'MM';
  /** Adds Adobe's segment, with which readers invert four channels. */
  adobe?: boolean;
  /** Marker of the frame: SOF0 is baseline, SOF2 progressive. */
  frame?: number;
  /** Level 0–255 of a block in a channel. */
  level?(column: number, row: number, channel: number): number;
}

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

export function realJpeg({
  columns,
  rows,
  channels = 3,
  orientation,
  order = 'II',
  adobe = false,
  frame = 0xc0,
  level = () => 128,
}: RealJpeg): Buffer {
  const ids = Array.from({ length: channels }, (_, c) => c + 1);
  const size = Buffer.alloc(5);
  size[0] = 8;
  size.writeUInt16BE(rows * 8, 1);
  size.writeUInt16BE(columns * 8, 3);
  // the DC coefficient is eight times the block's mean, so a quantisation by eight gives the mean
  const quantisation = Buffer.alloc(65, 8);
  quantisation[0] = 0;
  const dc = Buffer.concat([
    Buffer.from([0x00, 0, 0, 0, 12, ...Array.from({ length: 12 }, () => 0)]),
    Buffer.from(Array.from({ length: 12 }, (_, i) => i)),
  ]);
  const ac = Buffer.from([0x10, 1, ...Array.from({ length: 15 }, () => 0), 0x00]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(orientation === undefined ? [] : [segment(0xe1, exif(orientation, order))]),
    ...(adobe ? [segment(0xee, Buffer.from([...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 0]))] : []),
    segment(0xdb, quantisation),
    segment(frame, Buffer.concat([size, Buffer.from([channels]), Buffer.from(ids.flatMap((id) => [id, 0x11, 0]))])),
    segment(0xc4, dc),
    segment(0xc4, ac),
    segment(0xda, Buffer.from([channels, ...ids.flatMap((id) => [id, 0x00]), 0, 63, 0])),
    picture(columns, rows, channels, level),
    Buffer.from([0xff, 0xd9]),
  ]);
}

function picture(columns: number, rows: number, channels: number, level: NonNullable<RealJpeg['level']>): Buffer {
  let bits = '';
  const before = Array.from({ length: channels }, () => 0);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      for (let c = 0; c < channels; c += 1) {
        const mean = Math.round(level(column, row, c)) - 128;
        const step = mean - before[c]!;
        before[c] = mean;
        const category = step === 0 ? 0 : Math.floor(Math.log2(Math.abs(step))) + 1;
        bits += category.toString(2).padStart(4, '0');
        if (category > 0) bits += (step > 0 ? step : step + 2 ** category - 1).toString(2).padStart(category, '0');
        // end of block: the block has no AC coefficients
        bits += '0';
      }
    }
  }
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1');
  const bytes = Array.from({ length: bits.length / 8 }, (_, i) => Number.parseInt(bits.slice(i * 8, i * 8 + 8), 2));
  return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
}

function exif(orientation: number, order: 'II' | 'MM'): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write(order, 0, 'latin1');
  const short = (value: number, at: number) => (order === 'II' ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at));
  const long = (value: number, at: number) => (order === 'II' ? tiff.writeUInt32LE(value, at) : tiff.writeUInt32BE(value, at));
  short(42, 2);
  long(8, 4);
  short(1, 8);
  short(0x0112, 10);
  short(3, 12);
  long(1, 14);
  short(orientation, 18);
  return Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
}
