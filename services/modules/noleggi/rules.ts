import type { Values } from '#contracts/core/define-register.ts';
import { matricolaNoleggio, MATRICOLE_SEQUENCE } from '#contracts/modules/noleggi.ts';
import type { RecordCommand, Sender } from '#contracts/ports/dispatch.ts';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import type { Dependencies, Rule } from '#services/platform/module.ts';
import { alignment } from '#services/registers/locate.ts';
import { linkFile } from './link-file.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'numbers' | 'readDb' | 'files'>;

/**
 * What is the rentals' own: every rental gets its matricola here and keeps it, whatever the body
 * says; a path written in a child is tied to the file it names.
 */
export function noleggiRules(deps: Deps): Rule[] {
  const align = alignment(deps);
  return [
    {
      registers: [noleggi],
      async complete(command, sender) {
        if (command.action !== 'create') return without(command, ['matricola', 'n_matricola']);
        await align(noleggi, 'n_matricola', MATRICOLE_SEQUENCE);
        return numbered(deps, command, sender);
      },
    },
    { registers: [storicoNoleggi, fotoNoleggi], recorded: (command, sender, outcome) => linkFile(deps, command, sender, outcome) },
  ];
}

/** The number belongs to the command: asked again, the same one; given once, never to another. */
async function numbered({ numbers }: Deps, command: RecordCommand, { commandId }: Sender): Promise<RecordCommand> {
  const { number } = await numbers.reserve(MATRICOLE_SEQUENCE, commandId, { durable: true });
  return { ...command, values: { ...command.values, matricola: matricolaNoleggio(number), n_matricola: number } };
}

function without(command: RecordCommand, fields: readonly string[]): RecordCommand {
  if (!command.values) return command;
  const values: Values = Object.fromEntries(Object.entries(command.values).filter(([field]) => !fields.includes(field)));
  return { ...command, values };
}
