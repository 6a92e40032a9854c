import { create } from 'qrcode';

/** Modules of white all around that readers need. */
const MARGINE = 4;

export interface TracciatoQr {
  /** Side in modules, margin included. */
  lato: number;
  /** The dark modules as one path, a run of them at a time. */
  d: string;
}

/** A text as a QR code that can lose 15 % of itself: labels get dirty. */
export function tracciatoQr(testo: string): TracciatoQr {
  const { size, data } = create(testo, { errorCorrectionLevel: 'M' }).modules;
  let d = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const da = x;
      while (x < size && data[y * size + x]) x += 1;
      if (x > da) d += `M${da + MARGINE} ${y + MARGINE}h${x - da}v1h-${x - da}z`;
    }
  }
  return { lato: size + 2 * MARGINE, d };
}
