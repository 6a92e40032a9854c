import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { may, type Identity } from '#contracts/core/permissions.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { sessionId } from '#services/platform/identity/sessions.ts';
import type { Dependencies, Module } from '#services/platform/module.ts';
import { listenPresence, notifyPresence } from '#services/platform/postgres/presence-notices.ts';
import { readKey, registerOf } from '#services/registers/body.ts';
import { ownerOfRow, readVisible } from '#services/registers/read.ts';
import { presenceBoard, type Beat } from './presence.ts';
import { openStreams } from './streams.ts';

const recordQuery = z.object({
  tabella: z.string({ error: 'Serve il nome di un registro' }),
  id: z.union([z.string(), z.number()], { error: 'Serve la chiave di un record' }),
});

/** Module that streams the changes of other people as they happen, and shows who has unsaved changes of a record. */
export function novitaModule(deps: Dependencies): Module {
  const streams = openStreams(deps);
  const board = presenceBoard(deps.catalogue, streams.sendPresence);
  let listener: ReturnType<typeof listenPresence> | undefined;
  /** Starts to listen to the other processes at the first request, since a module created for a dry run must not listen. */
  const hearOthers = (): void => {
    listener ??= listenPresence(deps.config.DATABASE_URL, (message) => board.hear(JSON.parse(message) as Beat));
  };

  /** Reads the record that a request names. Throws if the person may not see the record. */
  async function visible(
    asked: unknown,
    identity: Identity,
  ): Promise<{ def: AnyRegister; key: string | number; owner: string | undefined }> {
    const { tabella, id } = recordQuery.parse(asked);
    const def = registerOf(deps.catalogue, tabella);
    const key = readKey(def, id);
    const row = await readVisible(deps, def, key, identity);
    return { def, key, owner: await ownerOfRow(deps, def, row) };
  }

  return {
    name: 'novita',
    routes: [
      {
        method: 'GET',
        path: '/api/eventi',
        permission: 'session',
        passive: true,
        stream: true,
        description:
          'Le modifiche dei record che si possono vedere, appena gli elenchi le mostrano (text/event-stream): {tabella, id, versione, utente}, con padre per un figlio; versione null per un record eliminato. event: presenza dice chi ha modifiche non salvate. Con Last-Event-ID riprende da lì, fino a 10.000 eventi indietro; oltre arriva event: ricomincia, e si rilegge tutto. Al massimo sei per sessione.',
        async handle(req, res, context) {
          const identity = requireIdentity(context.identity);
          hearOthers();
          await streams.open(res, { session: sessionId(req) ?? '', identity, after: req.get('last-event-id') });
        },
      },
      {
        method: 'GET',
        path: '/api/presenza',
        permission: 'session',
        passive: true,
        description: 'Chi ha modifiche non salvate di un record: {tabella, id, utenti}.',
        schema: { query: recordQuery },
        async handle(req, res, context) {
          hearOthers();
          const { def, key } = await visible(req.query, requireIdentity(context.identity));
          res.json(board.of(def, String(key)));
        },
      },
      {
        method: 'POST',
        path: '/api/presenza',
        permission: 'session',
        passive: true,
        description:
          'Dice che chi chiama ha modifiche non salvate di un record; va ripetuta ogni 5 secondi, e dopo 10 di silenzio non vale più. Non scrive niente.',
        schema: { body: recordQuery },
        async handle(req, res, context) {
          const identity = requireIdentity(context.identity);
          hearOthers();
          const { def, key, owner } = await visible(req.body, identity);
          if (!may(identity, def.access, 'edit', owner)) throw new DomainError('NON_PERMESSO');
          const beat: Beat = { tabella: def.path, id: String(key), utente: identity.memberID, proprietario: owner ?? null };
          board.hear(beat);
          await notifyPresence(deps.writeDb, JSON.stringify(beat));
          res.json(board.of(def, beat.id));
        },
      },
    ],
    async onStopping() {
      board.stop();
      await streams.stop();
      await listener?.close();
    },
  };
}
