import type { Values } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { valuesOf } from '#contracts/core/typed-record.ts';
import { matricolaNoleggio, matricolaNumber, MATRICOLE_SEQUENCE } from '#contracts/modules/noleggi.ts';
import type { RecordCommand, Sender } from '#contracts/ports/dispatch.ts';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import type { Dependencies, Rule } from '#services/platform/module.ts';
import { sequenceRaiser } from '#services/registers/locate.ts';
import { linkFile } from './link-file.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'numbers' | 'readDb' | 'files'>;

/**
 * Creates the rules of rentals. A new rental gets its matricola here, and no later request changes it. A path written in a photo or period
 * is linked to the file at that path.
 */
export function noleggiRules(deps: Deps): Rule[] {
  const raiseSequence = sequenceRaiser(deps);
  return [
    {
      registers: [noleggi],
      async complete(command, sender) {
        if (command.action !== 'create') return without(command, ['matricola', 'n_matricola']);
        await raiseSequence(noleggi, 'n_matricola', MATRICOLE_SEQUENCE);
        const importedNumber =
          sender.origine === 'importazione' ? matricolaNumber(valuesOf(noleggi, command.values ?? {}).matricola) : null;
        if (importedNumber !== null) return withMatricola(command, await claimImportedNumber(deps, command, sender, importedNumber));
        // the number is reserved for the command id: a repeated command gets the same number, another command never gets it
        const { number } = await deps.numbers.reserve(MATRICOLE_SEQUENCE, sender.commandId, { durable: true });
        return withMatricola(command, number);
      },
    },
    { registers: [storicoNoleggi, fotoNoleggi], afterRecorded: (command, sender, outcome) => linkFile(deps, command, sender, outcome) },
  ];
}

/**
 * Claims the number of an imported rental's matricola, by which production lines name the rental. Throws `RICHIESTA_NON_VALIDA` if another
 * rental has the number, even a deleted one.
 */
async function claimImportedNumber(
  { readDb, numbers }: Deps,
  { key }: RecordCommand,
  { commandId }: Sender,
  number: number,
): Promise<number> {
  const [holder] = await findRows(readDb, noleggi, { n_matricola: number }, { deleted: true });
  if (holder ? holder.id === key : await numbers.claim(MATRICOLE_SEQUENCE, commandId, number)) return number;
  const messaggio =
    holder?.eliminato === true
      ? `La matricola ${matricolaNoleggio(number)} è di un noleggio eliminato: si riporta con Ripristina`
      : `La matricola ${matricolaNoleggio(number)} è già di un altro noleggio`;
  throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'matricola', messaggio }] });
}

const withMatricola = (command: RecordCommand, number: number): RecordCommand => ({
  ...command,
  values: { ...command.values, matricola: matricolaNoleggio(number), n_matricola: number },
});

function without(command: RecordCommand, fields: readonly string[]): RecordCommand {
  if (!command.values) return command;
  const values: Values = Object.fromEntries(Object.entries(command.values).filter(([field]) => !fields.includes(field)));
  return { ...command, values };
}
