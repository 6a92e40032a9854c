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

/** Told of the record, which stays as it is: what left, for whom. */
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

/** A record that was deleted meanwhile has no history to tell it in. */
function ofOneDeleted(error: unknown): { position: null } {
  if (error instanceof DomainError && error.code === 'SCONOSCIUTO') return { position: null };
  throw error;
}

/** Tells every history, once however often; answers the position to wait for. The job tells what a crash kept this from telling. */
export async function tell(
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
