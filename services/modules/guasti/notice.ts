import { italianDay } from '#contracts/core/dates.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { mailFault } from '#contracts/jobs/mail-fault.ts';
import { hasProblem, problemWords } from '#contracts/modules/guasti/points.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { addressesFor } from '#projections/guasti/responsible.queries.ts';
import { noticeText } from '#services/platform/notice-text.ts';
import type { Dependencies, Reactor } from '#services/platform/module.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { prepareMaintenance } from './maintenance.ts';

/** What follows from a report that something is wrong: whoever is responsible is told, and a machine that stops has its maintenance prepared. */
export const faultReactor = (deps: Dependencies): Reactor => ({
  name: 'guasto-segnalato',
  events: [guasti.events.created],
  async react(event) {
    if (!hasProblem(event.data)) return;
    if (event.data['ferma'] === 1) await prepare(deps, event);
    await tell(deps, event);
  },
});

async function prepare(deps: Dependencies, { data, metadata }: StoredEvent): Promise<void> {
  const { eventId, correlationId, utente, groupID } = metadata;
  await prepareMaintenance(deps, Number(data['id']), {
    identity: { memberID: utente, groupID: groupID ?? 0, permessi: {} },
    commandId: derivedCommandId(eventId, 'bozza'),
    correlationId,
    origine: 'sistema',
  });
}

async function tell({ readDb, jobs, config }: Dependencies, { data, metadata }: StoredEvent): Promise<void> {
  const to = await addressesFor(readDb, String(data['matricola']));
  if (to.length === 0) return;
  const id = derivedCommandId(metadata.eventId, 'avviso');
  const mail = { messageId: `<${id}@strato>`, from: config.MAIL_MITTENTE, to, at: metadata.at, ...wordsOf(data, metadata.utente, config) };
  await jobs.enqueue({
    id,
    kind: mailFault.kind,
    title: `Avviso del guasto n. ${String(data['id'])}`,
    data: mail,
    utente: metadata.utente,
    groupID: metadata.groupID ?? 0,
    correlationId: metadata.correlationId,
  });
}

function wordsOf(data: StoredEvent['data'], utente: string, { PORTALE_URL, DITTA }: Pick<Dependencies['config'], 'PORTALE_URL' | 'DITTA'>) {
  const machine = String(data['matricola']);
  const subject = data['ferma'] === 1 ? `${machine}: macchina ferma per guasto` : `${machine}: segnalato un guasto`;
  const href = `${PORTALE_URL}${guasti.form.route}/${String(data['id'])}`;
  const lines = [problemWords(data), `Segnalato da ${utente} il ${italianDay(String(data['quando']))}.`];
  return noticeText({ subject, lines, href, link: 'Apri il guasto', ditta: DITTA });
}
