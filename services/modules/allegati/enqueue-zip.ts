import { z } from 'zod';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import { hasNoleggioForm } from '#contracts/modules/noleggi.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari as registroMacchinari } from '#contracts/registers/macchinari.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { entriesOf } from './zip-entries.ts';

const macchinari = registroMacchinari as unknown as AnyRegister;
const noleggi = registroNoleggi as unknown as AnyRegister;
const MAX_MACCHINE = 5000;

const text = z.union([z.string(), z.number().transform(String)], { error: 'Serve una matricola' });
const macchina = z.union([text, z.object({ matricola: text }).transform((m) => m.matricola)], { error: 'Serve una matricola' });
export const exportBody = z.object({
  all: z.unknown().optional(),
  macchina: z.preprocess(
    (v) => (v === undefined || v === null || v === '' ? [] : Array.isArray(v) ? v : [v]),
    z.array(macchina).max(MAX_MACCHINE, { error: `Al massimo ${MAX_MACCHINE} macchinari` }),
  ),
});

/** Queues the zip of what machines and rentals have in the archive; answers the job's id. */
export async function enqueueZip(deps: Dependencies, matricole: readonly string[], identity: Identity, correlationId: string): Promise<string> {
  const chosen = [...new Set(matricole.map((m) => m.trim()).filter((m) => m !== ''))];
  if (chosen.length === 0) throw new DomainError('RICHIESTA_NON_VALIDA', { message: 'Selezionare un macchinario' });
  const aNoleggio = chosen.filter(hasNoleggioForm);
  const own = chosen.filter((matricola) => !hasNoleggioForm(matricola));
  const file = [...(await entriesOf(deps.readDb, macchinari, own, identity)), ...(await entriesOf(deps.readDb, noleggi, aNoleggio, identity))];
  const name = chosen.length === 1 && chosen[0] ? chosen[0] : `allegati-${romeDate(deps.clock.now())}`;
  const title = chosen.length === 1
    ? `Zip allegati, ${aNoleggio.length === 1 ? 'noleggio' : 'macchinario'} ${chosen[0]}`
    : `Zip allegati, ${[count(own, 'macchinario', 'macchinari'), count(aNoleggio, 'noleggio', 'noleggi')].filter(Boolean).join(' e ')}`;
  return deps.jobs.enqueue({ kind: esportaAllegati.kind, data: { nome: name, file }, correlationId, utente: identity.memberID, groupID: identity.groupID, title });
}

function count({ length }: readonly string[], one: string, many: string): string {
  return length === 0 ? '' : `${length} ${length === 1 ? one : many}`;
}
