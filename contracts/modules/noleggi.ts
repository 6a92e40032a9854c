/** Names the specification gives rentals and their files. */

/** What sequence the numbers of rentals come from. */
export const SEQUENZA_MATRICOLE = 'noleggi.matricola';

/** `N00001` for 1. */
export function matricolaNoleggio(numero: number): string {
  return `N${String(numero).padStart(5, '0')}`;
}

/** N and five digits (more, past the 99,999th): no machine is called so. */
export function haFormaNoleggio(matricola: string): boolean {
  return /^N\d{5,}$/i.test(matricola);
}

/** A photo of the rental; the second of one day is `…-2.jpg`. */
export function percorsoFotoNoleggio(matricola: string, data: string, quale = 1): string {
  return `${matricola}/foto/${data}_${matricola}${coda(quale)}.jpg`;
}

/** The contract of the rental's period that began on `dataInizio`. */
export function percorsoContratto(matricola: string, dataInizio: string, quale = 1): string {
  return `${matricola}/${matricola}_CONTRATTO_${dataInizio}${coda(quale)}.pdf`;
}

const coda = (quale: number): string => (quale > 1 ? `-${quale}` : '');
