import type { Request } from 'express';
import { z } from 'zod';
import { streamOf } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { factOf } from '#contracts/core/facts.ts';
import type { CalendarState } from '#contracts/modules/calendar-address.ts';
import { CALENDAR_MADE, CALENDAR_REVOKED } from '#contracts/modules/calendario.ts';
import { seesBoard } from '#contracts/modules/scadenze/board.ts';
import { utentiEvents } from '#contracts/modules/utenti.events.ts';
import { users } from '#contracts/registers/users.ts';
import { currentIdentity } from '#projections/accesso/accesso.queries.ts';
import { calendarSince, endCalendar, newCalendar, ownerOfCalendar } from '#services/platform/identity/calendars.ts';
import { countersInPostgres } from '#services/platform/identity/counters.ts';
import { visitLimit, type Visits } from '#services/platform/identity/visit-limit.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { sendChanged, senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { alreadyExecuted, execute } from '#services/registers/command-handling.ts';
import { feedOf } from './feed.ts';

/** Schema of the requests to make or revoke the address: no body is needed, since the session tells whose address is meant. */
const nothing = z.object({}, { error: 'Non serve nessun corpo' }).optional();

/**
 * Creates the module of the calendar of deadlines, one for each person. Anyone with its address reads the deadlines that its owner may see.
 */
export function calendarioModule(
  deps: Dependencies,
  visits: Visits = visitLimit(countersInPostgres(deps.writeDb), undefined, 'calendario'),
): Module {
  return { name: 'calendario', routes: [readRoute(deps, visits), stateRoute(deps), makeRoute(deps), revokeRoute(deps)] };
}

const readRoute = (deps: Dependencies, visits: Visits): Route => ({
  method: 'GET',
  path: '/api/calendario/:nome',
  permission: 'public',
  description:
    'Il calendario (TOKEN.ics, text/calendar) delle scadenze entro 90 giorni che la sua persona può vedere ora. Senza sessione, con un limite di richieste per indirizzo; 404 per un collegamento sconosciuto, sostituito o revocato.',
  async handle(req, res) {
    await visits.count(req.ip ?? '');
    const owner = await ownerOfCalendar(deps.writeDb, tokenOf(req), deps.clock.now());
    const identity = owner === null ? null : await currentIdentity(deps.readDb, owner);
    if (!identity) throw new DomainError('SCONOSCIUTO', { message: 'Questo calendario non c’è, o il suo collegamento è stato revocato.' });
    res.set('Content-Disposition', 'inline; filename="scadenze.ics"');
    res.type('text/calendar; charset=utf-8').send(await feedOf(deps, identity));
  },
});

const stateRoute = ({ writeDb, clock }: Dependencies): Route => ({
  method: 'GET',
  path: '/api/calendario',
  permission: 'session',
  description: 'Da quando c’è un collegamento al proprio calendario delle scadenze; nessuna riga se non c’è. L’indirizzo non si rilegge.',
  async handle(_req, res, context) {
    const since = await calendarSince(writeDb, requireIdentity(context.identity).memberID, clock.now());
    const data: CalendarState[] = since === null ? [] : [{ creato: since.toISOString() }];
    res.json({ data });
  },
});

const makeRoute = (deps: Dependencies): Route => ({
  method: 'POST',
  path: '/api/calendario',
  permission: 'session',
  // the address gives access without a session, so making one needs a fresh confirmation
  confirmed: true,
  description: 'Crea il collegamento al proprio calendario delle scadenze e chiude quello di prima; per chi vede lo scadenzario.',
  async handle(req, res, context) {
    nothing.parse(req.body);
    const sender = senderOf(req, context);
    const { memberID } = sender.identity;
    if (!seesBoard(sender.identity)) throw new DomainError('NON_PERMESSO');
    const stream = streamOf(users, memberID);
    const events = await deps.store.read(stream);
    const done = alreadyExecuted(deps.catalogue, events, sender.commandId);
    // only the token's hash is stored, so a repeated request cannot return the first token and makes a new one
    // this is refused if the address was replaced or revoked since, because a new token would undo that
    if (done && events.some(({ type, version }) => version > done.version && (type === CALENDAR_MADE || type === CALENDAR_REVOKED)))
      throw new DomainError('STATO_NON_AMMESSO', { message: 'Questo collegamento è già stato sostituito o revocato.' });
    const { position } = await execute(deps, { stream, sender, decide: () => [factOf(utentiEvents, CALENDAR_MADE, { memberID })] });
    const token = await newCalendar(deps.writeDb, memberID, deps.clock.now());
    await waitForReadTables(deps, res, position);
    res.status(201).json({ message: { token } });
  },
});

const revokeRoute = (deps: Dependencies): Route => ({
  method: 'DELETE',
  path: '/api/calendario',
  permission: 'session',
  description: 'Revoca il collegamento al proprio calendario delle scadenze.',
  async handle(req, res, context) {
    nothing.parse(req.body);
    const sender = senderOf(req, context);
    const { memberID } = sender.identity;
    // the address ends before the event is recorded, so that an address recorded as revoked never gives access
    const there = await endCalendar(deps.writeDb, memberID);
    const stream = streamOf(users, memberID);
    const decide = () => (there ? [factOf(utentiEvents, CALENDAR_REVOKED, { memberID })] : []);
    const { position, version } = await execute(deps, { stream, sender, decide });
    await waitForReadTables(deps, res, position);
    sendChanged(res, position === null ? 0 : 1, version);
  },
});

const tokenOf = ({ params }: Request): string => /^(.+)\.ics$/.exec(String(params['nome']))?.[1] ?? '';
