import { romeDayAndTime } from '#contracts/core/dates.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { mailPassword } from '#contracts/jobs/mail-password.ts';
import { users } from '#contracts/registers/users.ts';
import { readUtente } from '#projections/accesso/accesso.queries.ts';
import { noticeText } from '#services/platform/notice-text.ts';
import type { Dependencies, Reactor } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/** Reactor that mails the owner of an account when another person has set the password. */
export const passwordReactor = (deps: Pick<Dependencies, 'readDb' | 'jobs' | 'config'>): Reactor => ({
  name: 'password-altrui',
  events: ['PasswordCambiata.v1', users.events.created],
  async react(event) {
    const memberID = String(event.data['memberID']);
    const { utente, origine } = event.metadata;
    if (utente === memberID || origine !== 'api') return;
    const address = (await readUtente(deps.readDb, memberID))?.email ?? event.data['email'];
    if (typeof address === 'string' && ADDRESS.test(address)) await mailNotice(deps, event, memberID, address);
  },
});

async function mailNotice(
  { jobs, config }: Pick<Dependencies, 'jobs' | 'config'>,
  { type, metadata }: StoredEvent,
  memberID: string,
  address: string,
): Promise<void> {
  const id = derivedCommandId(metadata.eventId, 'avviso');
  const words = wordsOf({ memberID, by: metadata.utente, at: metadata.at, fresh: type === users.events.created }, config);
  await jobs.enqueue({
    id,
    kind: mailPassword.kind,
    title: `Avviso a ${memberID}: password impostata`,
    data: { messageId: `<${id}@strato>`, from: config.MAIL_MITTENTE, to: [address], at: metadata.at, ...words },
    utente: metadata.utente,
    groupID: metadata.groupID ?? 0,
    correlationId: metadata.correlationId,
  });
}

function wordsOf(
  { memberID, by, at, fresh }: { memberID: string; by: string; at: string; fresh: boolean },
  { PORTALE_URL, DITTA }: Pick<Dependencies['config'], 'PORTALE_URL' | 'DITTA'>,
) {
  const when = romeDayAndTime(at);
  const lines = [
    fresh
      ? `${by} ha creato il tuo utente ${memberID}: ${when}.`
      : `${by} ha impostato una nuova password per il tuo utente ${memberID}: ${when}.`,
    'La password è provvisoria: vale 72 ore e serve solo a sceglierne una tua, al primo accesso. Chi l’ha impostata te la dice a voce.',
    fresh
      ? 'Se non lavori con questo portale, dillo a chi lo amministra.'
      : 'Le sessioni aperte sono state chiuse. Se non l’hai chiesto tu, dillo subito a chi amministra il portale.',
  ];
  const subject = fresh ? `${DITTA}: il tuo accesso al portale` : `${DITTA}: la tua password è stata cambiata da ${by}`;
  return noticeText({ subject, lines, href: PORTALE_URL, link: 'Apri il portale', ditta: DITTA });
}
