/** Name of the sequence for the matricola numbers of rentals. */
export const MATRICOLE_SEQUENCE = 'noleggi.matricola';

/** Formats a number as matricola: `N00001` for 1. */
export function matricolaNoleggio(number: number): string {
  return `N${String(number).padStart(5, '0')}`;
}

/** Highest accepted number; a larger one is a typing error and must not advance the sequence. */
const HIGHEST = 100_000_000;

/** Returns the number of a rental's matricola: 1 for `N00001`; `null` for any other text. */
export function matricolaNumber(matricola: unknown): number | null {
  const written = typeof matricola === 'string' ? /^N(\d{5,9})$/i.exec(matricola.trim()) : null;
  const number = Number(written?.[1] ?? 0);
  return number >= 1 && number <= HIGHEST ? number : null;
}

/** Checks for the form of a rental's matricola: N and five or more digits. No machine may have such a matricola. */
export function hasNoleggioForm(matricola: string): boolean {
  return /^N\d{5,}$/i.test(matricola);
}

/** Returns the path of a rental's photo; the second photo of a day ends in `-2.jpg`. */
export function noleggioFotoPath(matricola: string, data: string, which = 1): string {
  return `${matricola}/foto/${data}_${matricola}${queue(which)}.jpg`;
}

/** Returns the path of the contract for the rental's period that began on `startDate`. */
export function contrattoPath(matricola: string, startDate: string, which = 1): string {
  return `${matricola}/${matricola}_CONTRATTO_${startDate}${queue(which)}.pdf`;
}

const queue = (which: number): string => (which > 1 ? `-${which}` : '');
