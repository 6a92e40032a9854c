import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies } from '../platform/module.ts';
import { derivedCommandId } from '../registers/command-handling.ts';
import type { GiornataEntry } from './entries.ts';

/** Derives the command id of a line from the command id of its day. */
export const lineCommandId = (commandId: string, line: number): string => derivedCommandId(commandId, `riga/${line}`);

/** Records a day's production: the header, then its lines. */
export async function recordGiornata(
  { dispatch }: Pick<Dependencies, 'dispatch'>,
  { data, cantiere, righe }: GiornataEntry,
  sender: Sender,
): Promise<void> {
  const { key } = await dispatch({ register: produzionePadre.path, action: 'create', values: { data, cantiere } }, sender);
  for (const [i, values] of righe.entries()) {
    await dispatch(
      { register: produzione.path, action: 'create', values: { ...values, id_intestazione: Number(key) } },
      { ...sender, commandId: lineCommandId(sender.commandId, i) },
    );
  }
}
