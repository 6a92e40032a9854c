import type { Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies, Ownership } from '../platform/module.ts';
import { derivedCommandId, execute } from './command-handling.ts';
import { decideOpened, streamOfFile, type FileField } from './documents.decider.ts';
import { onRecord } from './upload-document.ts';

/** Version of a reserved file that is about to be sent. */
export interface Opening {
  path: string;
  version: number;
  ownership: Ownership;
}

/**
 * Records openings of reserved files in the history of each owning record. Must be called before the files are sent; throws if recording
 * fails. Returns the last log position; `null` if nothing was recorded.
 */
export async function recordOpenings(
  deps: Pick<Dependencies, 'catalogue' | 'store' | 'clock'>,
  openings: readonly Opening[],
  sender: Sender,
): Promise<string | null> {
  const perStream = new Map<string, { on: FileField; opening: Opening }[]>();
  for (const opening of openings) {
    for (const on of onRecord(opening.ownership, sender)) {
      const stream = streamOfFile(on);
      perStream.set(stream, [...(perStream.get(stream) ?? []), { on, opening }]);
    }
  }
  let last: string | null = null;
  for (const [stream, streamOpenings] of perStream) {
    const { position } = await execute(deps, {
      stream,
      sender: { ...sender, commandId: derivedCommandId(sender.commandId, stream) },
      decide: (state) =>
        streamOpenings.flatMap(({ on, opening }) => decideOpened(on, { percorso: opening.path, file_versione: opening.version }, state)),
    });
    if (position !== null && (last === null || position > last)) last = position;
  }
  return last;
}
