import type { Comando } from '#contracts/ports/dispatch.ts';

/** One thing that happened at the demo firm: a command, or a document that was uploaded. */
export type Voce = { at: Date; utente: string } & (
  | { comando: Comando }
  | { documento: { matricola: string; campo: string; titolo: string; righe: string[]; foto?: string } }
);

/** Makes what happens on `date` at a plausible hour of the working day. */
export function alle(date: string, minuto: number): Date {
  return new Date(Date.parse(`${date}T06:30:00Z`) + (minuto % 570) * 60_000);
}

/** Things about the same record keep their order. */
export function streamDi(voce: Voce): string {
  if ('documento' in voce) return `macchinari-${voce.documento.matricola}`;
  const { registro, chiave, valori } = voce.comando;
  if (registro === 'manutMacchinari' || registro === 'datiMacchina') return `macchinari-${String(chiave ?? valori?.['matricola'])}`;
  return chiave === undefined ? `${registro}-${voce.at.getTime()}` : `${registro}-${chiave}`;
}
