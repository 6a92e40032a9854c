/** Names the specification gives rentals and their files. */

/** What sequence the numbers of rentals come from. */
export const MATRICOLE_SEQUENCE = 'noleggi.matricola';

/** `N00001` for 1. */
export function matricolaNoleggio(number: number): string {
  return `N${String(number).padStart(5, '0')}`;
}

/** Numbers above it are nobody's: a slip of the pen must not use them up. */
const HIGHEST = 100_000_000;

/** 1 for `N00001`; `null` for what is no rental's matricola. */
export function matricolaNumber(matricola: unknown): number | null {
  const written = typeof matricola === 'string' ? /^N(\d{5,9})$/i.exec(matricola.trim()) : null;
  const number = Number(written?.[1] ?? 0);
  return number >= 1 && number <= HIGHEST ? number : null;
}

/** N and five digits (more, past the 99,999th): no machine is called so. */
export function hasNoleggioForm(matricola: string): boolean {
  return /^N\d{5,}$/i.test(matricola);
}

/** A photo of the rental; the second of one day is `…-2.jpg`. */
export function noleggioFotoPath(matricola: string, data: string, which = 1): string {
  return `${matricola}/foto/${data}_${matricola}${queue(which)}.jpg`;
}

/** The contract of the rental's period that began on `startDate`. */
export function contrattoPath(matricola: string, startDate: string, which = 1): string {
  return `${matricola}/${matricola}_CONTRATTO_${startDate}${queue(which)}.pdf`;
}

const queue = (which: number): string => (which > 1 ? `-${which}` : '');
