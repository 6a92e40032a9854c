import { create } from 'qrcode';

/** Width in modules of the white margin that QR readers need. */
const MARGINE = 4;

export interface QrTrace {
  /** Side in modules, margin included. */
  side: number;
  /** SVG path of the dark modules; adjacent modules of a row are joined. */
  d: string;
}

/** Encodes a text as a QR code readable with up to 15 % damage, since labels get dirty. */
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
