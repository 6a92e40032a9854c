import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { detailHref } from '#contracts/core/record-address.ts';

/** Query parameter that names the machine of a new line. */
export const LINE_MACHINE = 'attrezzatura';

/** Returns the address of a production day with a new line open for a machine. */
export function lineHref(day: number, matricola: string): string {
  const href = detailHref(produzionePadre, day);
  return `${href}${href.includes('?') ? '&' : '?'}${new URLSearchParams({ [LINE_MACHINE]: matricola }).toString()}`;
}
