import { documentiDitta } from '#contracts/registers/documenti-ditta.ts';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import type { Entry, FaultEntry, NoleggioEntry } from './entries.ts';
import { lineCommandId } from './record-produzione.ts';

/** A number that an entry's command will ask for. */
export interface WantedNumber {
  def: AnyRegister;
  commandId: string;
}

const OF_NOLEGGI: { readonly [F in NoleggioEntry['fatto']]?: AnyRegister } = {
  registrato: noleggi,
  periodo: storicoNoleggi,
  foto: fotoNoleggi,
};

const OF_GUASTI: { readonly [F in FaultEntry['fatto']]?: AnyRegister } = { segnalato: guasti, riparato: manutenzioni };

/** Returns the numbers that an entry asks for, in order, if it is recorded under `commandId`. */
export function numbersOf(catalogue: Catalogue, entry: Entry, commandId: string): WantedNumber[] {
  if ('giornata' in entry)
    return [
      { def: produzionePadre, commandId },
      ...entry.giornata.righe.map((_, i) => ({ def: produzione, commandId: lineCommandId(commandId, i) })),
    ];
  const def = createdBy(catalogue, entry);
  return def === undefined || def.key.kind === 'natural' ? [] : [{ def, commandId }];
}

function createdBy(catalogue: Catalogue, entry: Entry): AnyRegister | undefined {
  if ('noleggio' in entry) return OF_NOLEGGI[entry.noleggio.fatto];
  if ('guasto' in entry) return OF_GUASTI[entry.guasto.fatto];
  if ('ditta' in entry) return entry.ditta.fatto === 'registrato' ? documentiDitta : undefined;
  if (!('command' in entry) || entry.command.action !== 'create' || entry.command.key !== undefined) return undefined;
  return catalogue.registerOrThrow(entry.command.register);
}
