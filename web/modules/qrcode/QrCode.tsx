import { useMemo } from 'react';
import { qrTrace } from './qr-path.ts';

interface QrCodeProps {
  /** Content of the code. */
  text: string;
  /** Accessible name of the drawing. */
  label: string;
  size?: number;
}

/** Draws a QR code as SVG: sharp at any size, black on white in every theme. Import it lazily. */
export default function QrCode({ text, label, size = 165 }: QrCodeProps) {
  const { side, d } = useMemo(() => qrTrace(text), [text]);
  return (
    <svg
      viewBox={`0 0 ${side} ${side}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
      className="block flex-none"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={d} />
    </svg>
  );
}
