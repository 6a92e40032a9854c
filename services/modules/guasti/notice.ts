import type { Values } from '#contracts/core/define-register.ts';
import { escapeHtml } from '#contracts/core/html.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { valuesOf } from '#contracts/core/typed-record.ts';
import { mailFault } from '#contracts/jobs/mail-fault.ts';
import { hasProblem, problemWords } from '#contracts/modules/guasti/points.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { addressesFor } from '#projections/guasti/responsible.queries.ts';
import { noteNotice, recipientsWaiting, sendDue, type Pending } from '#services/platform/postgres/fault-notices.ts';
import type { Dependencies, Reactor } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { prepareMaintenance } from './maintenance.ts';

/** Reactor to a reported fault. Mails the responsible person, and prepares the maintenance if the machine is stopped. */
export const faultReactor = (deps: Dependencies): Reactor => ({
  name: 'guasto-segnalato',
  events: [guasti.events.created],
  async react(event) {
    // faults of the demo data happened in the past, so nobody is notified
    if (!hasProblem(event.data) || event.metadata.origine === 'demo') return;
    if (faultIn(event).ferma === 1) await prepare(deps, event);
    await mailNotice(deps, event);
  },
});

/** Values of the fault that an event reports. */
const faultIn = ({ data }: Pick<StoredEvent, 'data'>) => valuesOf(guasti, data as Values);

async function prepare(deps: Dependencies, { data, metadata }: StoredEvent): Promise<void> {
  const { eventId, correlationId, utente, groupID } = metadata;
  await prepareMaintenance(deps, Number(data['id']), {
    identity: { memberID: utente, groupID: groupID ?? 0, permessi: {} },
    commandId: derivedCommandId(eventId, 'bozza'),
    correlationId,
    origine: 'sistema',
  });
}

async function mailNotice(deps: Dependencies, { data, metadata }: StoredEvent): Promise<void> {
  const to = await addressesFor(deps.readDb, String(faultIn({ data }).matricola));
  const { utente, groupID, correlationId, eventId } = metadata;
  for (const recipient of to) {
    await noteNotice(deps.writeDb, eventId, recipient, { ...noticeOf(deps, data, utente), utente, groupID: groupID ?? 0, correlationId });
    await mailDue(deps, recipient);
  }
}

/**
 * Creates the periodic work that mails notices held back by the pause between two mails to one recipient. All notices of a recipient leave
 * in one mail.
 */
export const heldBackNotices = (deps: Dependencies): { name: string; every: number; run(): Promise<void> } => ({
  name: 'avvisi-guasti',
  every: 60_000,
  async run() {
    for (const recipient of await recipientsWaiting(deps.writeDb)) await mailDue(deps, recipient);
  },
});

const mailDue = ({ writeDb, jobs, config, clock }: Dependencies, recipient: string): Promise<void> =>
  sendDue(writeDb, recipient, async (pending) => {
    const [first] = pending;
    const id = derivedCommandId(first!.event, `avviso ${recipient} ${pending.map(({ event }) => event).join(' ')}`);
    const { subject, ...bodies } = wordsOf(pending, config.DITTA);
    await jobs.enqueue({
      id,
      kind: mailFault.kind,
      title: pending.length === 1 ? `Avviso: ${subject}` : `Avviso di ${pending.length} guasti`,
      data: { messageId: `<${id}@strato>`, from: config.MAIL_MITTENTE, to: [recipient], at: clock.now().toISOString(), subject, ...bodies },
      utente: first!.utente,
      groupID: first!.groupID,
      correlationId: first!.correlationId,
    });
  });

function noticeOf({ config }: Pick<Dependencies, 'config'>, data: StoredEvent['data'], utente: string) {
  const { matricola, ferma, quando } = faultIn({ data });
  const machine = String(matricola);
  return {
    subject: ferma === 1 ? `${machine}: macchina ferma per guasto` : `${machine}: segnalato un guasto`,
    href: `${config.PORTALE_URL}${guasti.form.route}/${String(data['id'])}`,
    lines: [problemWords(data), `Segnalato da ${utente} il ${String(quando)}.`],
  };
}

/** Maximum number of characters of a line in a mail about several faults, so that the mail fits into the data of a job. */
const LONGEST_LINE = 300;

function wordsOf(pending: readonly Pending[], ditta: string): { subject: string; text: string; html: string } {
  const several = pending.length > 1;
  const subject = several ? `${pending.length} guasti segnalati` : pending[0]!.subject;
  const cut = (line: string): string => (several && line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line);
  const text = pending.flatMap((one) => ['', ...(several ? [one.subject] : []), ...one.lines.map(cut), '', one.href]);
  const html = pending.map(
    (one) =>
      `${several ? `<h2 style="font-size:15px">${escapeHtml(one.subject)}</h2>` : ''}${one.lines
        .map((line) => `<p style="white-space:pre-line">${escapeHtml(cut(line))}</p>`)
        .join('')}<p><a href="${escapeHtml(one.href)}">Apri il guasto</a></p>`,
  );
  return {
    subject,
    text: [subject, ...text, '', ditta].join('\n'),
    html: `<!doctype html><html lang="it"><body style="font-family:sans-serif;color:#1d2733"><h1 style="font-size:18px">${escapeHtml(subject)}</h1>${html.join('')}<p>${escapeHtml(ditta)}</p></body></html>`,
  };
}
