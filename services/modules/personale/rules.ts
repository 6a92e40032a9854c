import { DomainError } from '#contracts/core/errors.ts';
import { workerFolder } from '#contracts/modules/personale.ts';
import type { Command, Outcome, RecordCommand } from '#contracts/ports/dispatch.ts';
import { mansioni } from '#contracts/registers/mansioni.ts';
import { personale } from '#contracts/registers/personale.ts';
import { logicalPath } from '#services/platform/files/logical-path.ts';
import type { Dependencies, Rule } from '#services/platform/module.ts';
import { completeReferences, type EntryFields } from '#services/registers/named-entry.ts';
import { FOLDER_FIELDS, type WorkerFolders } from './worker-folders.ts';

const MANSIONE: EntryFields = { list: mansioni, number: 'mansione', text: 'descrizione', value: 'descrizione', leads: 'number' };

/**
 * Creates the rules of workers. A role is named by number and text together. A new matricola must be valid in a path. The worker's folder
 * follows the name.
 */
export function personaleRules(deps: Pick<Dependencies, 'catalogue' | 'store' | 'readDb' | 'log'>, folders: WorkerFolders): Rule[] {
  return [
    {
      registers: [personale],
      async complete(command, { origine }) {
        if (command.action === 'create') checkMatricola(command);
        // the portal's own commands copy a renamed role into the records, and the role's number stays the same
        return origine === 'sistema' ? command : completeReferences(deps, command, [MANSIONE]);
      },
      afterRecorded: (command, { correlationId }, outcome) =>
        renames(command) ? inItsFolder(deps, folders, outcome, correlationId) : Promise.resolve(outcome),
    },
  ];
}

const renames = (command: Command): boolean =>
  command.action === 'restore' || (command.action === 'change' && FOLDER_FIELDS.some((field) => command.values?.[field] !== undefined));

/** Moves a worker's files after a rename was recorded. A failure is only logged, since the reactor retries the move. */
async function inItsFolder(
  { log }: Pick<Dependencies, 'log'>,
  folders: WorkerFolders,
  outcome: Outcome,
  correlationId: string,
): Promise<Outcome> {
  try {
    const moved = await folders.align(String(outcome.key), correlationId);
    return moved ? { ...outcome, ...moved } : outcome;
  } catch (error) {
    log.warn(
      { error: error instanceof Error ? error.name : 'unknown', code: (error as NodeJS.ErrnoException).code },
      'the folder of a worker was not moved, it will be tried again',
    );
    return outcome;
  }
}

function checkMatricola({ key }: RecordCommand): void {
  const matricola = String(key ?? '');
  try {
    const folder = workerFolder({ matricola });
    if (matricola === '' || logicalPath(`${folder}/${matricola}`) === `${folder}/${matricola}`.normalize('NFC')) return;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
  throw new DomainError('RICHIESTA_NON_VALIDA', {
    errors: [
      {
        campo: 'matricola',
        messaggio: 'La matricola dà il nome alla cartella dei documenti: contiene caratteri che un nome di file non può avere',
      },
    ],
  });
}
