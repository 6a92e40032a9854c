import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { detailHref } from './addresses.ts';

/** The machine that a new line begins with. */
export const LINE_MACHINE = 'attrezzatura';

/** A day of production with a new line open, on that machine. */
export function lineHref(day: number, matricola: string): string {
  const href = detailHref(produzionePadre, day);
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ [LINE_MACHINE]: matricola }).toString()}`;
}
