import type { Request } from 'express';
import { romeDate, romeDayAndTime } from '#contracts/core/dates.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { mailNewBrowser } from '#contracts/jobs/mail-new-browser.ts';
import type { UtenteInSession } from '#contracts/modules/accesso.ts';
import { deviceName } from '#services/platform/identity/device-name.ts';
import { noticeText } from '#services/platform/notice-text.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';

type Deps = Pick<Dependencies, 'jobs' | 'config' | 'clock' | 'log'>;

/** Namespace of the mails' ids. */
const MAILS = '6f0d1a5e-3f0b-4c1e-9d55-8a4b7f2c9e10';
const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;

/**
 * Mails a user that a browser never seen before has signed in, once for each user, network address and day. Users without a mail address
 * get none. A failure is only logged, so that the sign-in goes on.
 */
export async function notifyNewBrowser(
  { jobs, config, clock, log }: Deps,
  req: Request,
  { memberID, email }: Pick<UtenteInSession, 'memberID' | 'email'>,
): Promise<void> {
  if (email === null || !ADDRESS.test(email)) return;
  const now = clock.now();
  const id = derivedCommandId(MAILS, JSON.stringify([memberID, req.ip ?? '', romeDate(now)]));
  const device = deviceName(req.get('user-agent')) ?? 'dispositivo sconosciuto';
  const words = noticeText({
    subject: `${config.DITTA}: accesso da un browser nuovo`,
    lines: [
      `Qualcuno è entrato come ${memberID} da un browser mai visto: ${romeDayAndTime(now.toISOString())}, ${device}, indirizzo ${req.ip ?? 'sconosciuto'}.`,
      'Se sei tu, non devi fare niente.',
      'Se non sei tu, cambia subito la password nel tuo profilo: chiude tutte le sessioni. Poi dillo a chi amministra il portale.',
    ],
    href: config.PORTALE_URL,
    link: 'Apri il portale',
    ditta: config.DITTA,
  });
  try {
    await jobs.enqueue({
      id,
      kind: mailNewBrowser.kind,
      title: `Avviso a ${memberID}: accesso da un browser nuovo`,
      data: { messageId: `<${id}@strato>`, from: config.MAIL_MITTENTE, to: [email], at: now.toISOString(), ...words },
      // not the user's own: whoever signed in could take it out of Attività
      utente: 'sistema',
      groupID: GRUPPO_AMMINISTRATORI,
      correlationId: id,
    });
  } catch (error) {
    log.warn({ err: error }, 'nobody was told of a new browser');
  }
}
