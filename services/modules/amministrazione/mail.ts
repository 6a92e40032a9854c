import type { MailRow } from '#contracts/modules/amministrazione.ts';
import { backupWarning } from '#contracts/jobs/backup-warning.ts';
import { mailCantiere } from '#contracts/jobs/mail-cantiere.ts';
import { MAIL_CANTIERE_INVIATA } from '#contracts/modules/cantieri.ts';
import { lastReminders } from '#projections/scadenze/reminders.queries.ts';
import { register } from '#projections/storico/storico.queries.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';

const ROWS = 10;
/** Maximum number of mails of each state that were not sent; they are listed first. */
const NOT_SENT = 50;

/**
 * Route that lists the mails. The first page begins with digests that were not delivered and mails that were not sent, as long as their
 * jobs are kept. Sent mails about sites follow, from the history.
 */
export function mailRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/amministrazione/mail',
    permission: 'session',
    description:
      'Le mail dei cantieri con destinatari ed esito, a pagine, prima quelle non partite e i promemoria non consegnati; solo per il gruppo 2.',
    schema: { query: pageQuery },
    async handle(req, res) {
      const { pagina, righe = ROWS } = pageQuery.parse(req.query);
      const { righe: sent, totale } = await register(deps.lists, { evento: MAIL_CANTIERE_INVIATA, pagina, righe });
      const rows = await Promise.all(
        sent.map(async ({ tabella, id, versione, quando, utente }): Promise<MailRow> => ({
          id: `${id}/${versione}`,
          quando,
          cantiere: id,
          destinatari: await recipientsOf(deps, `${tabella}-${id}`, versione),
          utente,
          esito: 'inviata',
          messaggio: null,
        })),
      );
      res.json({ data: pagina === 1 ? [...(await notDelivered(deps)), ...(await notSent(deps)), ...rows] : rows, totale });
    },
  };
}

/** Returns the recipients from the event itself, since the read tables do not store them. */
async function recipientsOf({ store }: Dependencies, stream: string, version: number): Promise<string> {
  const event = (await store.read(stream)).find((one) => one.version === version);
  return String(event?.data['destinatari'] ?? '');
}

async function notSent({ jobs }: Dependencies): Promise<MailRow[]> {
  const results = await Promise.all(
    [mailCantiere.kind, backupWarning.kind].flatMap((kind) =>
      (['running', 'queued', 'error'] as const).map((status) =>
        jobs.all({ kind, status, fields: ['to', 'commessa', 'subject'], limit: NOT_SENT, offset: 0 }),
      ),
    ),
  );
  return results
    .flatMap(({ rows }) => rows)
    .map(({ id, created, fields, utente, status, message }) => ({
      id,
      quando: created.toISOString(),
      cantiere: String(fields['commessa'] ?? ''),
      // a mail that concerns no site is described by its subject
      ...(fields['commessa'] === undefined ? { oggetto: String(fields['subject'] ?? '') } : {}),
      destinatari: Array.isArray(fields['to']) ? fields['to'].join(', ') : '',
      utente,
      esito: status === 'error' ? 'fallita' : 'in coda',
      messaggio: message,
    }));
}

async function notDelivered({ lists }: Dependencies): Promise<MailRow[]> {
  const last = await lastReminders(lists);
  return last
    .filter(({ esito }) => esito !== 'inviato')
    .map(({ giorno, destinatario, quando, spiegazione }) => ({
      id: `promemoria/${giorno}/${destinatario}`,
      quando,
      cantiere: '',
      oggetto: `Promemoria del ${giorno}`,
      destinatari: destinatario,
      utente: 'sistema',
      esito: 'fallita',
      messaggio: spiegazione,
    }));
}
