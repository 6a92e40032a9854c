import { z } from 'zod';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordIn } from '#contracts/core/typed-record.ts';
import { commenti } from '#contracts/registers/commenti.ts';
import { noticesOf } from '#projections/commenti/notices.queries.ts';
import { remindedComments } from '#projections/commenti/people.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import type { Dependencies, Periodic, Reactor, Route } from '#services/platform/module.ts';
import { addNotices, markNotices } from '#services/platform/postgres/personal-notices.ts';
import { findFollowed } from '#services/registers/followed-record.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import { mentionedBy } from './mentioned-people.ts';

const ROWS = 50;
const MOST_AT_ONCE = 500;
/** Number of days after which a missed reminder is no longer given. */
const LATE_DAYS = 31;

const noticesQuery = pageQuery.omit({ cerca: true });

/** Route that lists the person's own notices. */
export const noticesRoute = ({ readDb, catalogue }: Pick<Dependencies, 'readDb' | 'catalogue'>): Route => ({
  method: 'GET',
  path: '/api/avvisi',
  permission: 'session',
  passive: true,
  description:
    'I propri avvisi, dal più recente, a pagine, con il totale e quanti non letti: chi è nominato in un commento (@utente), e il giorno di ricordami. Di record che non si vedono più non ce n’è.',
  schema: { query: noticesQuery },
  async handle(req, res, context) {
    const { pagina, righe = ROWS } = noticesQuery.parse(req.query);
    const notices = await noticesOf(readDb, catalogue, requireIdentity(context.identity));
    res.json({
      data: notices.slice((pagina - 1) * righe, pagina * righe),
      totale: notices.length,
      non_letti: notices.filter(({ letto }) => letto === 0).length,
    });
  },
});

const noticeId = z.coerce
  .number({ error: 'Serve il numero di un avviso' })
  .int({ error: 'Serve il numero di un avviso' })
  .min(1)
  .max(2 ** 31 - 1);
const markBody = z.object(
  {
    avviso: z.object(
      {
        id: z.union([noticeId, z.array(noticeId).min(1).max(MOST_AT_ONCE)], { error: 'Serve il numero di un avviso, o un elenco' }),
        letto: z.union([z.literal(0), z.literal(1)], { error: 'Serve 0 oppure 1' }),
      },
      { error: 'Serve un oggetto con id e letto' },
    ),
  },
  { error: 'Serve un oggetto "avviso"' },
);

/** Route that marks the person's own notices as read or unread. */
export const markNoticesRoute = ({ writeDb }: Pick<Dependencies, 'writeDb'>): Route => ({
  method: 'PUT',
  path: '/api/avvisi',
  permission: 'session',
  description: 'Segna un proprio avviso come letto (letto: 1) o da leggere (letto: 0); id può essere un elenco.',
  schema: { body: markBody },
  async handle(req, res, context) {
    const { id, letto } = markBody.parse(req.body).avviso;
    const ids = [id].flat();
    const affectedRows = await markNotices(writeDb, { utente: requireIdentity(context.identity).memberID, ids, letto });
    if (affectedRows === 0) throw new DomainError('SCONOSCIUTO', { message: 'Questo avviso non esiste.' });
    res.json({ message: { affectedRows } });
  },
});

/** Reactor that gives a notice to each mentioned user who may see the record. An edit that keeps a mention gives no second notice. */
export const mentionReactor = (deps: Pick<Dependencies, 'catalogue' | 'store' | 'readDb' | 'writeDb'>): Reactor => ({
  name: 'menzioni',
  events: [commenti.events.created, commenti.events.changed, commenti.events.restored],
  async react({ stream, data, metadata }) {
    const id = Number(data['id']);
    const comment = recordIn(fold(deps.catalogue, await deps.store.read(stream)), commenti, id);
    if (!comment?.exists) return;
    const target = await findFollowed(deps, commenti, comment.values);
    if (!target) return;
    const { recipients } = await mentionedBy(deps, { testo: String(comment.values.testo ?? ''), author: comment.utente }, target);
    const quando = new Date(metadata.at);
    await addNotices(
      deps.writeDb,
      recipients.map((utente) => ({ utente, commento: id, motivo: 'menzione', quando })),
    );
  },
});

/** Periodic work that gives the author of a comment a notice on the day that the comment names. */
export const commentReminders = ({ readDb, writeDb, clock }: Pick<Dependencies, 'readDb' | 'writeDb' | 'clock'>): Periodic => ({
  name: 'ricordami-dei-commenti',
  every: 60_000,
  async run() {
    const now = clock.now();
    const today = romeDate(now);
    const due = await remindedComments(readDb, addDays(today, -LATE_DAYS), today);
    await addNotices(
      writeDb,
      due.map(({ id, utente, ricordami }) => ({ utente, commento: id, motivo: `ricordami ${ricordami}`, quando: now })),
    );
  },
});
