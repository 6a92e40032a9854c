import { z } from 'zod';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import { haFormaNoleggio } from '#contracts/modules/noleggi.ts';
import type { Identita } from '#contracts/core/permissions.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari as registroMacchinari } from '#contracts/registers/macchinari.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { vociDi } from './zip-entries.ts';

const macchinari = registroMacchinari as unknown as AnyRegister;
const noleggi = registroNoleggi as unknown as AnyRegister;
const MAX_MACCHINE = 5000;

const testo = z.union([z.string(), z.number().transform(String)], { error: 'Serve una matricola' });
const macchina = z.union([testo, z.object({ matricola: testo }).transform((m) => m.matricola)], { error: 'Serve una matricola' });
export const corpoEsporta = z.object({
  all: z.unknown().optional(),
  macchina: z.preprocess(
    (v) => (v === undefined || v === null || v === '' ? [] : Array.isArray(v) ? v : [v]),
    z.array(macchina).max(MAX_MACCHINE, { error: `Al massimo ${MAX_MACCHINE} macchinari` }),
  ),
});

/** Queues the zip of what machines and rentals have in the archive; answers the job's id. */
export async function accodaZip(dip: Dipendenze, matricole: readonly string[], identita: Identita, correlationId: string): Promise<string> {
  const scelte = [...new Set(matricole.map((m) => m.trim()).filter((m) => m !== ''))];
  if (scelte.length === 0) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: 'Selezionare un macchinario' });
  const aNoleggio = scelte.filter(haFormaNoleggio);
  const proprie = scelte.filter((matricola) => !haFormaNoleggio(matricola));
  const file = [...(await vociDi(dip.letture, macchinari, proprie, identita)), ...(await vociDi(dip.letture, noleggi, aNoleggio, identita))];
  const nome = scelte.length === 1 && scelte[0] ? scelte[0] : `allegati-${romeDate(dip.clock.now())}`;
  const titolo = scelte.length === 1
    ? `Zip allegati, ${aNoleggio.length === 1 ? 'noleggio' : 'macchinario'} ${scelte[0]}`
    : `Zip allegati, ${[quanti(proprie, 'macchinario', 'macchinari'), quanti(aNoleggio, 'noleggio', 'noleggi')].filter(Boolean).join(' e ')}`;
  return dip.jobs.accoda({ tipo: esportaAllegati.tipo, dati: { nome, file }, correlationId, utente: identita.memberID, groupID: identita.groupID, titolo });
}

function quanti({ length }: readonly string[], uno: string, molti: string): string {
  return length === 0 ? '' : `${length} ${length === 1 ? uno : molti}`;
}
