import { DomainError } from '#contracts/core/errors.ts';
import { hasNoleggioForm, matricolaNoleggio, MATRICOLE_SEQUENCE } from '#contracts/modules/noleggi.ts';
import type { Command, Dispatch, Sender } from '#contracts/ports/dispatch.ts';
import { streamOf, type AnyRegister, type Values } from '#contracts/core/define-register.ts';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi } from '#contracts/registers/storico-noleggi.ts';
import { recordKey, fold } from '#contracts/core/history.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { alignment } from '#services/registers/align-sequence.ts';
import { linkFile } from './link-file.ts';

const noleggi = registroNoleggi as AnyRegister;

type Deps = Pick<Dependencies, 'store' | 'clock' | 'numbers' | 'readDb' | 'files'>;

/**
 * The same dispatch, with what is the rentals' own: every rental gets its matricola here and keeps
 * it, whatever the body says; a period carries the matricola of its rental; a path written in a
 * child is tied to the file it names. No machine takes a name of the rentals' form, since the
 * folder of the archive is the matricola.
 */
export function withNoleggiRules(deps: Deps, dispatch: Dispatch): Dispatch {
  const align = alignment(deps);
  return async (command, sender) => {
    switch (command.register) {
      case noleggi.path: {
        if (command.action !== 'create') return dispatch(without(command, ['matricola', 'n_matricola']), sender);
        await align(noleggi, 'n_matricola', MATRICOLE_SEQUENCE);
        return dispatch(await numbered(deps, command, sender), sender);
      }
      case storicoNoleggi.path: {
        const complete = command.action === 'create' ? await withMatricola(deps, command) : without(command, ['matricola']);
        return linkFile(deps, complete, sender, await dispatch(complete, sender));
      }
      case fotoNoleggi.path:
        return linkFile(deps, command, sender, await dispatch(command, sender));
      case macchinari.path:
        if (command.action === 'create' && hasNoleggioForm(String(command.key).trim())) throw reserved();
        return dispatch(command, sender);
      default:
        return dispatch(command, sender);
    }
  };
}

/** The number belongs to the command: asked again, the same one; given once, never to another. */
async function numbered({ numbers }: Deps, command: Command, { commandId }: Sender): Promise<Command> {
  const number = await numbers.reserve(MATRICOLE_SEQUENCE, commandId);
  return { ...command, values: { ...command.values, matricola: matricolaNoleggio(number), n_matricola: number } };
}

async function withMatricola({ store }: Deps, command: Command): Promise<Command> {
  const withoutMatricola = without(command, ['matricola']);
  const id = command.values?.[storicoNoleggi.parent?.field ?? ''];
  if (id === null || id === undefined) return withoutMatricola;
  const parent = fold(await store.read(streamOf(noleggi, id))).get(recordKey(noleggi.path, id));
  return { ...withoutMatricola, values: { ...withoutMatricola.values, matricola: parent?.values['matricola'] ?? null } };
}

function without(command: Command, fields: readonly string[]): Command {
  if (!command.values) return command;
  const values: Values = Object.fromEntries(Object.entries(command.values).filter(([field]) => !fields.includes(field)));
  return { ...command, values };
}

function reserved(): DomainError {
  return new DomainError('RICHIESTA_NON_VALIDA', {
    message: 'Le matricole con la N e cinque cifre sono dei noleggi.',
    errors: [{ campo: 'matricola', messaggio: 'Matricola riservata ai noleggi' }],
  });
}
