import { z } from 'zod';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { factOf, type EventSchemas } from '#contracts/core/facts.ts';
import { BOARD_REGISTERS, BOARD_SUBJECTS, boardScopes, type BoardSubject } from '#contracts/modules/scadenze/board.ts';
import { seenRequest } from '#contracts/modules/scadenze/board-request.ts';
import { SEEN_EVENTS, type SeenDeadline } from '#contracts/modules/scadenze/seen-deadline.ts';
import { seenEvents } from '#contracts/modules/scadenze/seen-deadline.events.ts';
import { dueOfRecord } from '#projections/scadenze/board.queries.ts';
import { command, type Callable } from '#services/platform/command.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { sendChanged, senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { waitForHead } from '#services/platform/http/wait-for-head.ts';
import { readKey } from '#services/registers/body.ts';

const seenSchema = z.strictObject({
  vistoTipo: z.string(),
  vistoNome: z.string(),
  vistoVoce: z.string().nullable(),
  vistoRiferimento: z.string().nullable(),
  vistoFino: z.string(),
}) satisfies z.ZodType<SeenDeadline>;
const body = z.strictObject({ all: z.array(seenSchema).min(1) });
type SeenBody = z.infer<typeof body>;

/** Builds the command that marks a deadline of a record as seen. The record itself does not change, so the right to view it is enough. */
function seenCommand(subject: BoardSubject): Callable<SeenBody> {
  const on = BOARD_REGISTERS[subject];
  const events: EventSchemas = seenEvents[subject];
  const type: string = SEEN_EVENTS[subject];
  return command('visto', {
    on,
    right: 'view',
    body,
    of: events,
    records: [type],
    decide: ({ key, body: { all } }) => all.map((one) => factOf(events, type, { [on.key.field]: key, ...one })),
  });
}

const COMMANDS = Object.fromEntries(BOARD_SUBJECTS.map((subject) => [subject, seenCommand(subject)])) as Record<
  BoardSubject,
  Callable<SeenBody>
>;

export const seenCommands: readonly Callable<SeenBody>[] = Object.values(COMMANDS);

/** Route that marks a deadline as seen until a day. The deadline stays on the board, with the name of the person. */
export function seenRoute(deps: Pick<Dependencies, 'dispatch' | 'readDb' | 'readModelWait' | 'clock' | 'store'>): Route {
  return {
    method: 'POST',
    path: '/api/scadenze/visto',
    permission: 'session',
    description:
      'Segna una scadenza come vista fino a un giorno; serve vedere il record (macchinari, noleggi_int, report o cantieri). Cessa dopo quel giorno, o quando la data cambia.',
    schema: { body: seenRequest },
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      const { soggetto, id, tipo, voce, fino } = seenRequest.parse(req.body);
      const scopes = boardScopes(identity);
      if (!scopes[soggetto]) throw new DomainError('NON_PERMESSO');
      const today = romeDate(deps.clock.now());
      if (fino <= today)
        throw new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: 'fino', messaggio: 'Serve un giorno futuro' }] });
      const key = readKey(BOARD_REGISTERS[soggetto], id);
      await waitForHead(deps);
      const question = {
        scopes,
        utente: identity.memberID,
        giorno: today,
        today,
        closed: 'with' as const,
        filters: { soggetto, id: String(key), tipo },
      };
      const due = (await dueOfRecord(deps.readDb, question)).filter((row) => voce === undefined || voce === null || row.voce === voce);
      if (due.length === 0)
        throw new DomainError('SCONOSCIUTO', { message: 'Fra le scadenze non c’è: forse è stata rinnovata, o non la vedi.' });
      const all = due.map((row) => ({
        vistoTipo: row.tipo,
        vistoNome: row.tipo_nome,
        vistoVoce: row.voce,
        vistoRiferimento: row.riferimento,
        vistoFino: fino,
      }));
      const outcome = await deps.dispatch(COMMANDS[soggetto].call(key, { all }, context.readVersion), senderOf(req, context));
      await waitForReadTables(deps, res, outcome.position);
      sendChanged(res, all.length, outcome.version);
    },
  };
}
