import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { exifOrientation, type Orientation } from './exif-orientation.ts';
import { jpegJudge } from './whole-file.ts';

/** Facts about a JPEG for showing it without decoding. */
export interface JpegFacts {
  /** As stored, before it is turned upright. */
  width: number;
  height: number;
  /** 1 grey, 3 colour, 4 of the printer. */
  channels: 1 | 3 | 4;
  orientation: Orientation;
  /** Written by Adobe: four channels are then stored inverted. */
  adobe: boolean;
}

const [SCAN, EXIF, ADOBE, FILL] = [0xda, 0xe1, 0xee, 0xff];
/** Baseline, extended and progressive, Huffman coded: what a reader of PDFs must know. */
const FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
const TOLD: readonly number[] = [EXIF, ADOBE, ...FRAMES];
/** No camera writes so many segments before its picture; who does wants the portal to be busy. */
const MOST = 5000;

/** `null` for what is no whole JPEG, or one that a PDF cannot carry. */
export async function jpegFacts(file: string): Promise<JpegFacts | null> {
  const judge = jpegJudge();
  for await (const chunk of createReadStream(file)) if (!judge.push(chunk as Buffer)) return null;
  if (!judge.whole()) return null;
  const handle = await open(file, 'r');
  try {
    return await segments(handle);
  } finally {
    await handle.close();
  }
}

/** From segment to segment, up to the picture itself; a segment holds at most 64 KB. */
async function segments(handle: FileHandle): Promise<JpegFacts | null> {
  let [orientation, adobe]: [Orientation, boolean] = [1, false];
  let frame: Pick<JpegFacts, 'width' | 'height' | 'channels'> | null = null;
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
    const size = TOLD.includes(marker) ? length - 2 : 0;
    const { buffer: content } = await handle.read(Buffer.alloc(size), 0, size, at + 4);
    if (marker === EXIF) orientation = exifOrientation(content) ?? orientation;
    if (marker === ADOBE && content.subarray(0, 5).toString('latin1') === 'Adobe') adobe = true;
    if (FRAMES.includes(marker)) frame = frameOf(content);
    at += 2 + length;
  }
  return null;
}

function frameOf(content: Buffer): Pick<JpegFacts, 'width' | 'height' | 'channels'> | null {
  if (content.length < 6 || content[0] !== 8) return null;
  const [height, width, channels] = [content.readUInt16BE(1), content.readUInt16BE(3), content[5]];
  return width > 0 && height > 0 && (channels === 1 || channels === 3 || channels === 4) ? { width, height, channels } : null;
}
