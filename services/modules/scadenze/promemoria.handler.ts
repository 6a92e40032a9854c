import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '#contracts/core/errors.ts';
import { factOf, recordedData, type OneOf } from '#contracts/core/facts.ts';
import { countOf } from '#contracts/core/formats.ts';
import { promemoria } from '#contracts/jobs/promemoria.ts';
import { reminderEvents } from '#contracts/modules/scadenze/reminder.events.ts';
import { reminderKey, reminderStream, type ReminderFailure, type RemindersRun } from '#contracts/modules/scadenze/reminder-facts.ts';
import { REMINDER_FAILED, REMINDER_SENT } from '#contracts/modules/scadenze/reminder-names.ts';
import type { JobContext, JobHandler } from '#contracts/ports/job-queue.ts';
import type { Mailer } from '#contracts/ports/mailer.ts';
import type { Digest, ReminderReader } from '#contracts/ports/reminder-reader.ts';
import { reminderText } from './reminder-text.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { execute } from '#services/registers/command-handling.ts';
import { sendOnce } from '#services/platform/mail/send-once.ts';

interface Needs extends Pick<Dependencies, 'catalogue' | 'clock' | 'store'> {
  mailer: Mailer;
  reminders: ReminderReader;
}

type Data = ReturnType<typeof promemoria.data.parse>;
type Outcome = OneOf<typeof reminderEvents, typeof REMINDER_SENT | typeof REMINDER_FAILED>;
type ReminderOutcome = 'inviato' | 'gia_inviato' | ReminderFailure;

/** Namespace of the event ids and the Message-ID of a digest, so that each person and morning has the same ids in every run. */
const NAMESPACE = '0d2a8f5c-7a35-4b5e-9a35-5a7b0f8a1c42';

/**
 * Creates the handler that sends each person the digest of a morning. Each digest is sent once, even if a run is repeated or was killed. A
 * failure for one person does not delay the mails of others.
 */
export function promemoriaHandler(needs: Needs): JobHandler {
  return async (context) => {
    const data = promemoria.data.parse(context.data);
    const digests = await needs.reminders.digestsOf(data.giorno);
    const run: RemindersRun = { inviati: 0, gia_inviati: 0, non_consegnati: 0, senza_indirizzo: 0 };
    let later = 0;
    for (const [at, digest] of digests.entries()) {
      context.signal.throwIfAborted();
      const outcome = await deliver(needs, context, data, digest).catch((error: unknown) => {
        if (!(error instanceof NotNow)) throw error;
        later += 1;
        return 'rimandato' as const;
      });
      if (outcome === 'inviato') run.inviati += 1;
      else if (outcome === 'gia_inviato') run.gia_inviati += 1;
      else if (outcome === 'senza_indirizzo') run.senza_indirizzo += 1;
      else run.non_consegnati += 1;
      await context.progress(((at + 1) / digests.length) * 100);
    }
    // Digests already sent are recorded, so the retry of this job sends only the remaining ones.
    if (later > 0)
      throw new DomainError('NON_DISPONIBILE', {
        message: `${countOf(later, 'promemoria non è partito', 'promemoria non sono partiti')}: il server di posta non risponde.`,
      });
    return { message: inWords(run), data: { ...run } };
  };
}

/** Error for a mail that was not sent and may be sent by a retry. */
class NotNow extends Error {}

async function deliver(needs: Needs, context: JobContext, data: Data, digest: Digest): Promise<ReminderOutcome> {
  const { giorno, from, ditta, portale, at } = data;
  const { memberID, address, rows, notices } = digest;
  const log = await outcomes(needs, context, giorno, memberID);
  const { last } = log;
  const told = last && recordedData(reminderEvents, last.data);
  if (last?.type === REMINDER_SENT || told?.esito === 'incerto') return 'gia_inviato';
  const about = {
    promemoria: reminderKey(giorno, memberID),
    giorno,
    destinatario: memberID,
    righe: rows.length,
    scadute: rows.filter(({ fascia }) => fascia === 'scaduto').length,
    assenti: rows.filter(({ fascia }) => fascia === 'assente').length,
  };
  const recordFailure = async (esito: ReminderFailure, spiegazione: string): Promise<ReminderFailure> => {
    const same = told?.esito === esito && told.indirizzo === address;
    if (!same) await log.add(factOf(reminderEvents, REMINDER_FAILED, { ...about, indirizzo: address, esito, spiegazione }));
    return esito;
  };
  if (address === null) {
    // A missing address is recorded once, not every morning.
    if (digest.lastFailure === 'senza_indirizzo') return 'senza_indirizzo';
    return recordFailure('senza_indirizzo', 'L’utente non ha un indirizzo e-mail valido: lo si scrive nella sua scheda.');
  }
  // An earlier attempt of this run was refused permanently, so the server is not asked again.
  if (told?.esito === 'respinto' && last?.metadata.correlationId === (context.correlationId ?? context.id)) return 'respinto';
  const messageId = `<${uuidV5(about.promemoria, NAMESPACE)}@strato>`;
  const mail = { messageId, from, to: [address], at, ...reminderText({ giorno, ditta, portale, rows, notices }) };
  try {
    const sent = await sendOnce(needs, reminderStream(giorno, memberID), mail, context);
    await log.add(factOf(reminderEvents, REMINDER_SENT, { ...about, indirizzo: sent.join(', '), messaggio: messageId }));
    return 'inviato';
  } catch (error) {
    if (error instanceof DomainError && error.code === 'MAIL_RESPINTA') return recordFailure('respinto', error.message);
    if (error instanceof DomainError && error.code === 'MAIL_INCERTA') return recordFailure('incerto', error.message);
    await recordFailure('rimandato', 'Il server di posta non l’ha presa in consegna: si riprova.');
    throw new NotNow('a digest did not leave', { cause: error });
  }
}

/** Reads the recorded outcomes of a digest, which has a stream of its own. */
async function outcomes(needs: Needs, { id, utente, groupID, correlationId = id }: JobContext, giorno: string, memberID: string) {
  const stream = reminderStream(giorno, memberID);
  const events = await needs.store.read(stream);
  return {
    last: events.at(-1),
    async add(fact: Outcome): Promise<void> {
      await execute(needs, {
        stream,
        sender: {
          identity: { memberID: utente, groupID, permessi: {} },
          commandId: uuidV5(`${stream}/${events.length + 1}/${fact.type}`, NAMESPACE),
          correlationId,
          origine: 'job',
        },
        decide(_state, recorded) {
          if (recorded.length !== events.length) throw new NotNow('another run recorded an outcome of the same digest');
          return [fact];
        },
      });
    },
  };
}

function inWords({ inviati, gia_inviati, non_consegnati, senza_indirizzo }: RemindersRun): string {
  const otherCounts = [
    gia_inviati > 0 ? `${countOf(gia_inviati, 'già inviato', 'già inviati')}` : '',
    non_consegnati > 0 ? countOf(non_consegnati, 'non consegnato', 'non consegnati') : '',
    senza_indirizzo > 0 ? `${countOf(senza_indirizzo, 'persona', 'persone')} senza indirizzo e-mail` : '',
  ].filter(Boolean);
  return [countOf(inviati, 'promemoria inviato', 'promemoria inviati'), ...otherCounts].join(', ');
}
