import { create } from 'qrcode';

/** Modules of white all around that readers need. */
const MARGINE = 4;

export interface QrTrace {
  /** Side in modules, margin included. */
  side: number;
  /** The dark modules as one path, a run of them at a time. */
  d: string;
}

/** A text as a QR code that can lose 15 % of itself: labels get dirty. */
export function qrTrace(text: string): QrTrace {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let d = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = x;
      while (x < size && data[y * size + x]) x += 1;
      if (x > from) d += `M${from + MARGINE} ${y + MARGINE}h${x - from}v1h-${x - from}z`;
    }
  }
  return { side: size + 2 * MARGINE, d };
}
