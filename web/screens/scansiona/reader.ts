import { loadLater } from '#web/lib/load-later.ts';

/** Image source that is searched for a code. */
export type Picture = HTMLVideoElement | ImageBitmap;
type ReadCodes = (picture: Picture) => Promise<readonly string[]>;

/** The part of the browser's BarcodeDetector that is used here. */
interface Detector {
  detect(picture: Picture): Promise<readonly { rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const FORMAT = 'qr_code';
/** Maximum side in px of a searched image; larger for photos, which are taken from farther away. */
const FRAME_SIDE = 1280;
const PHOTO_SIDES = [1280, 2560] as const;

const decoder = loadLater(() => import('qr/decode.js'));

/** Returns a function that reads the codes in a frame, with the browser's detector or a loaded library. */
export async function frameReader(): Promise<ReadCodes> {
  const detector = await ownDetector();
  const library = async (): Promise<ReadCodes> => {
    const { decodeQR } = await decoder();
    return async (frame) => texts(() => decodeQR(pixelsOf(frame, FRAME_SIDE)));
  };
  if (!detector) return library();
  // the browser's detector may exist but fail; then the library is used
  let fallback: ReadCodes | null = null;
  return async (frame) => {
    if (fallback) return fallback(frame);
    try {
      return codesOf(await detector.detect(frame));
    } catch {
      fallback = await library();
      return fallback(frame);
    }
  };
}

/** Reads the codes in a photo; slower and more thorough than for a frame. */
export async function readPhoto(photo: Blob): Promise<readonly string[]> {
  const bitmap = await createImageBitmap(photo);
  try {
    const detector = await ownDetector();
    const codes = detector ? codesOf(await detector.detect(bitmap).catch(() => [])) : [];
    if (codes.length > 0) return codes;
    const { decodeQR } = await decoder();
    for (const side of PHOTO_SIDES) {
      const read = texts(() => decodeQR(pixelsOf(bitmap, side), { effort: Infinity, timeLimit: Infinity }));
      if (read.length > 0) return read;
    }
    return [];
  } finally {
    bitmap.close();
  }
}

async function ownDetector(): Promise<Detector | null> {
  const { BarcodeDetector: Own } = globalThis as { BarcodeDetector?: DetectorClass };
  const formats: readonly string[] = (await Own?.getSupportedFormats().catch(() => [])) ?? [];
  return Own && formats.includes(FORMAT) ? new Own({ formats: [FORMAT] }) : null;
}

const codesOf = (codes: readonly { rawValue: string }[]): string[] => codes.map(({ rawValue }) => rawValue).filter(Boolean);

/** Returns the decoded text; empty if the library throws because it found no code. */
function texts(decode: () => string): string[] {
  try {
    return [decode()].filter(Boolean);
  } catch {
    return [];
  }
}

let canvas: HTMLCanvasElement | null = null;

/** Returns the picture's pixels, scaled so that the longer side is at most `side`. */
function pixelsOf(picture: Picture, side: number): ImageData {
  const [width, height] = 'videoWidth' in picture ? [picture.videoWidth, picture.videoHeight] : [picture.width, picture.height];
  const scale = Math.min(1, side / Math.max(width, height, 1));
  canvas ??= document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas to read a picture with');
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
