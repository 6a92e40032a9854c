/** A section of the ground: what lies under the plate of the login, from the surface down. */
export interface Strato {
  nome: string;
  tinta: string;
  /** Its upper edge, over a width of 960. */
  bordo: string;
  /** Hatching of a tile of 24 units, as in geological drawings. */
  tratto: string;
  cerchi?: readonly (readonly [number, number, number])[];
  /** Height at which its name stands. */
  y: number;
}

export const STRATI: readonly Strato[] = [
  {
    nome: 'Terreno di riporto',
    tinta: 'terra-1',
    bordo: 'M0 250C160 236 300 266 480 254S760 238 960 256',
    tratto: 'M4 6l5 3M15 14l4-3M8 18h5',
    y: 295,
  },
  {
    nome: 'Ghiaia sabbiosa',
    tinta: 'terra-2',
    bordo: 'M0 330C180 319 290 344 480 334S772 318 960 335',
    tratto: '',
    cerchi: [
      [6, 7, 3.5],
      [17, 16, 2.5],
      [18, 4, 1],
      [5, 18, 1],
    ],
    y: 397.5,
  },
  {
    nome: 'Sabbia limosa',
    tinta: 'terra-3',
    bordo: 'M0 455C200 447 280 467 480 459S784 443 960 459',
    tratto: 'M3 4h.01M11 8h.01M19 3h.01M6 13h.01M15 15h.01M21 20h.01M2 21h.01M10 20h.01',
    y: 512.5,
  },
  {
    nome: 'Argilla consistente',
    tinta: 'terra-4',
    bordo: 'M0 560C220 555 270 570 480 564S796 548 960 563',
    tratto: 'M2 6h9M14 6h6M0 14h5M9 14h10M3 21h12',
    y: 630,
  },
  {
    nome: 'Marna',
    tinta: 'terra-5',
    bordo: 'M0 690C240 688 260 698 480 694S808 678 960 692',
    tratto: 'M0 6h24M0 18h24M7 6v12M19 18v6M19 0v6',
    y: 750,
  },
  {
    nome: 'Roccia',
    tinta: 'terra-6',
    bordo: 'M0 800C260 801 250 806 480 804S820 788 960 801',
    tratto: 'M2 8l7 7 9-9M12 22l6-7 5 4M0 18l4-2',
    y: 855,
  },
];

/** A jet-grouting column: sides that swell and narrow at every lift. */
export function column(x: number, high: number, low: number, raised: number, radius = 17, wave = 3.5): string {
  const step = (low - high) / raised;
  const side = (i: number, center: number, towards: number) =>
    `Q${center + (i % 2 === 0 ? -wave : wave) * towards} ${high + step * (i + 0.5)} ${center} ${high + step * (i + 1)}`;
  const down = Array.from({ length: raised }, (_, i) => side(i, x - radius, 1)).join('');
  const on = Array.from({ length: raised }, (_, k) => {
    const i = raised - 1 - k;
    return `Q${x + radius + (i % 2 === 0 ? wave : -wave)} ${high + step * (i + 0.5)} ${x + radius} ${high + step * i}`;
  }).join('');
  return `M${x - radius} ${high}${down}H${x + radius}${on}z`;
}

/** Depth scale: metres, and where they stand. */
export const DEPTH = Array.from({ length: 11 }, (_, i) => ({ metri: i * 2, y: 250 + i * 60 }));
