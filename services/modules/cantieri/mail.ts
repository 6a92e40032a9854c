import { factOf } from '#contracts/core/facts.ts';
import { streamOf } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, type Identity } from '#contracts/core/permissions.ts';
import { mailCantiere } from '#contracts/jobs/mail-cantiere.ts';
import { MAIL_CANTIERE_INVIATA, type MailPreview } from '#contracts/modules/cantieri.ts';
import { MAIL_INVIATA, mailInviataBody } from '#contracts/modules/mail-inviata.ts';
import { cantieriEvents } from '#contracts/modules/cantieri.events.ts';
import { JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { users } from '#contracts/registers/users.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { senderOf } from '#services/platform/http/write-answer.ts';
import { command } from '#services/platform/command.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { isData, readKey } from '#services/registers/body.ts';
import { readVisible } from '#services/registers/read.ts';
import { mailOf } from './mail-text.ts';

const OFFICES = [GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE];
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
const LONGEST = 5000;

/** Command that records a sent mail in the site's history. */
export const mailInviata = command(MAIL_INVIATA, {
  of: cantieriEvents,
  on: cantieri,
  right: 'edit',
  body: mailInviataBody,
  records: [MAIL_CANTIERE_INVIATA],
  decide: ({ key, body }) => [factOf(cantieriEvents, MAIL_CANTIERE_INVIATA, { commessa: String(key), ...body })],
});

/** Route that queues the mail about a site. Groups 2 and 9 may send it at any time; the person who created the site may send it once. */
export function mailRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/Mail',
    permission: { access: cantieri.access, action: 'view' },
    description:
      'Mette in coda la mail di un cantiere (dataCantiere con la commessa, lavorazioni): a MAIL_CANTIERI, o agli utenti dei gruppi 2 e 9 con un indirizzo.',
    async handle(req, res, context) {
      const sender = senderOf(req, context);
      const { commessa, lavorazioni } = requestOf(req.body);
      const site = await readVisible(deps, cantieri, commessa, sender.identity);
      const once = await checkSender(deps, sender.identity, commessa, site.utente);
      const to = await recipients(deps);
      const mail = mailOf(deps.config.DITTA, commessa, site, lavorazioni ?? String(site.lavorazioni ?? ''));
      const id = derivedCommandId(once ?? sender.commandId, 'mail');
      const jobId = await deps.jobs.enqueue({
        id,
        kind: mailCantiere.kind,
        title: `Mail cantiere ${commessa}`,
        data: { commessa, messageId: `<${id}@strato>`, from: deps.config.MAIL_MITTENTE, to, ...mail, at: deps.clock.now().toISOString() },
        utente: sender.identity.memberID,
        groupID: sender.identity.groupID,
        correlationId: context.correlationId,
        atMost: JOBS_PER_PERSON,
      });
      res.status(202).location(`/api/processi/${jobId}`).json({ message: { jobId } });
    },
  };
}

/** Route that shows recipients and text of a mail before it is sent. */
export function previewRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/Mail',
    permission: { access: cantieri.access, action: 'view' },
    description: 'La mail di un cantiere (commessa) come partirebbe ora: destinatari, oggetto, testo. Per i gruppi 2 e 9.',
    async handle(req, res, context) {
      const identity = requireIdentity(context.identity);
      if (!OFFICES.includes(identity.groupID)) throw new DomainError('NON_PERMESSO');
      const commessa = String(readKey(cantieri, req.query['commessa'], 'commessa'));
      const site = await readVisible(deps, cantieri, commessa, identity);
      const { subject, text } = mailOf(deps.config.DITTA, commessa, site, String(site.lavorazioni ?? ''));
      const data: MailPreview = { destinatari: await recipients(deps), oggetto: subject, testo: text };
      res.json({ data: [data] });
    },
  };
}

/**
 * Reads the site's key and the work items from a request. The body may be the whole site, as older clients send it, but all other fields
 * come from the portal's own record.
 */
function requestOf(body: unknown): { commessa: string; lavorazioni: string | undefined } {
  const sent = isData(body) ? body : {};
  const site = isData(sent['dataCantiere']) ? sent['dataCantiere']['commessa'] : sent['dataCantiere'];
  const commessa = String(readKey(cantieri, site, 'dataCantiere'));
  const { lavorazioni } = sent;
  if (lavorazioni === undefined || lavorazioni === null || lavorazioni === '') return { commessa, lavorazioni: undefined };
  if (typeof lavorazioni !== 'string' || lavorazioni.length > LONGEST) {
    throw new DomainError('RICHIESTA_NON_VALIDA', {
      errors: [{ campo: 'lavorazioni', messaggio: `Serve un testo di al massimo ${LONGEST} caratteri` }],
    });
  }
  return { commessa, lavorazioni };
}

/**
 * Checks that the person may send the mail. For the person who created the site, returns the id of the creating command, so that repeated
 * requests are the same mail. Returns `null` for groups 2 and 9. Throws `NON_PERMESSO` otherwise.
 */
async function checkSender(
  { store }: Dependencies,
  { memberID, groupID }: Identity,
  commessa: string,
  owner: string,
): Promise<string | null> {
  if (OFFICES.includes(groupID)) return null;
  const events = await store.read(streamOf(cantieri, commessa));
  const [made] = events;
  if (!made || owner !== memberID || events.some(({ type }) => type === MAIL_CANTIERE_INVIATA)) throw new DomainError('NON_PERMESSO');
  return made.metadata.commandId;
}

/**
 * Returns the addresses of the setting MAIL_CANTIERI or, without it, those of groups 2 and 9. Throws `DESTINATARI_ASSENTI` if there are
 * none.
 */
async function recipients({ config, readDb }: Dependencies): Promise<string[]> {
  const configuredAddresses = (config.MAIL_CANTIERI ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  const people = configuredAddresses.length > 0 ? [] : await findRows(readDb, users, { groupID: OFFICES });
  const addresses = [...configuredAddresses, ...people.map((row) => String(row.email ?? '').trim())].filter((one) => ADDRESS.test(one));
  if (addresses.length === 0) throw new DomainError('DESTINATARI_ASSENTI');
  return [...new Set(addresses)];
}
