import { DomainError } from '#contracts/core/errors.ts';
import { factOf } from '#contracts/core/facts.ts';
import type { DossierData } from '#contracts/jobs/dossier-cantiere.ts';
import { DOSSIER, DOSSIER_EVENTS } from '#contracts/modules/scadenze/dossier-facts.ts';
import { dossierEvents, dossierOfSite, dossierOfWorker } from '#contracts/modules/scadenze/dossier.events.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { personale } from '#contracts/registers/personale.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { command, type NamedCommand } from '#services/platform/command.ts';
import type { Dependencies } from '#services/platform/module.ts';

/** Command that records a dossier in the history of its site; the record itself does not change. */
const ofSite = command(DOSSIER, {
  on: cantieri,
  right: 'view',
  body: dossierOfSite,
  of: dossierEvents.cantiere,
  records: [DOSSIER_EVENTS.cantiere],
  decide: ({ key, body }) => [factOf(dossierEvents.cantiere, DOSSIER_EVENTS.cantiere, { commessa: String(key), ...body })],
});

const ofWorker = command(DOSSIER, {
  on: personale,
  right: 'view',
  body: dossierOfWorker,
  of: dossierEvents.lavoratore,
  records: [DOSSIER_EVENTS.lavoratore],
  decide: ({ key, body }) => [factOf(dossierEvents.lavoratore, DOSSIER_EVENTS.lavoratore, { matricola: String(key), ...body })],
});

export const dossierCommands: readonly NamedCommand[] = [ofSite, ofWorker];

/** Ignores that a record was deleted in the meantime, since a deleted record has no history to write to. */
function ofOneDeleted(error: unknown): { position: null } {
  if (error instanceof DomainError && error.code === 'SCONOSCIUTO') return { position: null };
  throw error;
}

/**
 * Records the dossier in every history, once even if repeated; returns the last log position. After a crash the job records what this call
 * did not.
 */
export async function recordDossier(
  { dispatch }: Pick<Dependencies, 'dispatch'>,
  facts: DossierData['fatti'],
  sender: Sender,
): Promise<string | null> {
  let last: string | null = null;
  for (const fact of facts) {
    const call = fact.registro === 'cantieri' ? ofSite.call(fact.chiave, fact.dati) : ofWorker.call(fact.chiave, fact.dati);
    const { position } = await dispatch(call, { ...sender, commandId: fact.comando }).catch(ofOneDeleted);
    if (position !== null && (last === null || position > last)) last = position;
  }
  return last;
}
