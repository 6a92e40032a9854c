import type { Comando } from '#contracts/ports/dispatch.ts';
import type { Valori } from '#contracts/core/define-register.ts';

/** One thing that happened at the demo firm: a command, or a document that was uploaded. */
export type Voce = { at: Date; utente: string } & (
  | { comando: Comando }
  | { documento: { matricola: string; campo: string; titolo: string; righe: string[]; foto?: string } }
  | { noleggio: VoceNoleggio }
);

/** What happened to a rental. `quale` stands for it: number and matricola are given when it is loaded; periods are counted from 1. */
export type VoceNoleggio = { quale: string } & FattoNoleggio;

export type FattoNoleggio =
  | { fatto: 'registrato' | 'modificato'; valori: Valori }
  | { fatto: 'periodo' | 'periodo-finito'; periodo: number; valori: Valori }
  | { fatto: 'documento'; campo: string; titolo: string; righe: string[] }
  | { fatto: 'contratto'; periodo: number; data_inizio: string; titolo: string; righe: string[] }
  | { fatto: 'foto'; data: string; numero: number; disegno: string };

/** Makes what happens on `date` at a plausible hour of the working day. */
export function alle(date: string, minuto: number): Date {
  return new Date(Date.parse(`${date}T06:30:00Z`) + (minuto % 570) * 60_000);
}

/** Things about the same record keep their order; so do the arrivals of rentals, whose matricole follow the days they came. */
export function streamDi(voce: Voce): string {
  if ('documento' in voce) return `macchinari-${voce.documento.matricola}`;
  if ('noleggio' in voce) return voce.noleggio.fatto === 'registrato' ? 'noleggi' : `noleggi-${voce.noleggio.quale}`;
  const { registro, chiave, valori } = voce.comando;
  if (registro === 'manutMacchinari' || registro === 'datiMacchina') return `macchinari-${String(chiave ?? valori?.['matricola'])}`;
  return chiave === undefined ? `${registro}-${voce.at.getTime()}` : `${registro}-${chiave}`;
}
