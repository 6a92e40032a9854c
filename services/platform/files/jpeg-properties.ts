import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { exifOrientation, type Orientation } from './exif-orientation.ts';
import { jpegCheck } from './whole-file.ts';

/** Facts about a JPEG that a PDF needs to show it without decoding. */
export interface JpegProperties {
  /** Width as stored, before the orientation is applied. */
  width: number;
  height: number;
  /** Number of colour channels: 1 for grey, 3 for RGB, 4 for CMYK. */
  channels: 1 | 3 | 4;
  orientation: Orientation;
  /** True if the file has Adobe's segment; four channels are then stored inverted. */
  adobe: boolean;
}

const [SCAN, EXIF, ADOBE, FILL] = [0xda, 0xe1, 0xee, 0xff];
/** Markers of baseline, extended and progressive frames with Huffman coding, which every PDF reader must support. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
const READ_MARKERS: readonly number[] = [EXIF, ADOBE, ...FRAMES];
/** Largest number of segments before the image data. No camera writes so many, and a file with more is meant to keep the portal busy. */
const MOST = 5000;

/** Reads the facts about a JPEG file; `null` if the file is no complete JPEG, or one that a PDF cannot contain. */
export async function jpegProperties(file: string): Promise<JpegProperties | null> {
  const judge = jpegCheck();
  for await (const chunk of createReadStream(file)) if (!judge.push(chunk as Buffer)) return null;
  if (!judge.whole()) return null;
  const handle = await open(file, 'r');
  try {
    return await segments(handle);
  } finally {
    await handle.close();
  }
}

/** Reads the segments up to the image data. Each segment has at most 64 KB. */
async function segments(handle: FileHandle): Promise<JpegProperties | null> {
  let [orientation, adobe]: [Orientation, boolean] = [1, false];
  let frame: Pick<JpegProperties, 'width' | 'height' | 'channels'> | null = null;
  for (let at = 2, step = 0; step < MOST; step += 1) {
    const { buffer: head, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, at);
    if (bytesRead < 4 || head[0] !== FILL) return null;
    const marker = head[1]!;
    if (marker === FILL) {
      at += 1;
      continue;
    }
    if (marker === SCAN) return frame && { ...frame, orientation, adobe };
    const length = head.readUInt16BE(2);
    const size = READ_MARKERS.includes(marker) ? length - 2 : 0;
    const { buffer: content } = await handle.read(Buffer.alloc(size), 0, size, at + 4);
    if (marker === EXIF) orientation = exifOrientation(content) ?? orientation;
    if (marker === ADOBE && content.subarray(0, 5).toString('latin1') === 'Adobe') adobe = true;
    if (FRAMES.includes(marker)) frame = frameOf(content);
    at += 2 + length;
  }
  return null;
}

function frameOf(content: Buffer): Pick<JpegProperties, 'width' | 'height' | 'channels'> | null {
  if (content.length < 6 || content[0] !== 8) return null;
  const [height, width, channels] = [content.readUInt16BE(1), content.readUInt16BE(3), content[5]];
  return width > 0 && height > 0 && (channels === 1 || channels === 3 || channels === 4) ? { width, height, channels } : null;
}
