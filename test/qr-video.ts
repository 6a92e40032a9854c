import { create } from 'qrcode';

const SIZE = { width: 640, height: 480 };
const PIXELS = SIZE.width * SIZE.height;
const FRAMES = 3;
/** Size of a module of the code in pixels, and rotation of the picture in radians, like a phone that is not held straight. */
const MODULE = 7;
const ANGLE = 0.12;
const [PAPER, INK, WALL] = [225, 40, 150];

/** Draws a rotated QR code on a wall as a camera would see it; returns the brightness of each pixel. */
export function qrPicture(text: string): Uint8Array {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const half = modules.size / 2;
  const [sin, cos] = [Math.sin(ANGLE), Math.cos(ANGLE)];
  return Uint8Array.from({ length: PIXELS }, (_, at) => {
    const [x, y] = [(at % SIZE.width) - SIZE.width / 2, Math.floor(at / SIZE.width) - SIZE.height / 2];
    const column = Math.floor((x * cos + y * sin) / MODULE + half);
    const row = Math.floor((y * cos - x * sin) / MODULE + half);
    const beyond = Math.max(-column, -row, column - modules.size + 1, row - modules.size + 1);
    if (beyond > 4) return WALL;
    return beyond > 0 || modules.get(row, column) === 0 ? PAPER : INK;
  });
}

/** Draws the same picture as RGBA pixels. */
export function qrPixels(text: string): { width: number; height: number; data: Uint8ClampedArray } {
  const data = new Uint8ClampedArray(PIXELS * 4).fill(255);
  for (const [at, light] of qrPicture(text).entries()) data.fill(light, at * 4, at * 4 + 3);
  return { ...SIZE, data };
}

/** Returns the same picture as a grey Y4M video, which Chromium accepts as its camera. */
export function qrVideo(text: string): Buffer {
  const frame = Buffer.concat([Buffer.from('FRAME\n'), qrPicture(text), Buffer.alloc(PIXELS / 2, 128)]);
  const head = `YUV4MPEG2 W${SIZE.width} H${SIZE.height} F10:1 Ip A1:1 C420jpeg\n`;
  return Buffer.concat([Buffer.from(head), ...Array.from({ length: FRAMES }, () => frame)]);
}
