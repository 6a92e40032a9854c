import { z } from 'zod';
import { romeDate } from '#contracts/dates.ts';
import { campiFile } from '#contracts/documenti.ts';
import { DomainError } from '#contracts/errors.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import { ambito, puo, type Identita } from '#contracts/permessi.ts';
import type { AnyRegister } from '#contracts/registri/define-register.ts';
import { macchinari as registroMacchinari } from '#contracts/registri/macchinari.ts';
import { percorsoLogico } from '../archivio/percorso.ts';
import { consenteFile, dataDiScheda, proprietaDi } from '../archivio/proprietario.ts';
import type { Dipendenze } from '../module.ts';

const macchinari = registroMacchinari as unknown as AnyRegister;
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

type Voce = { percorso: string; nome: string };

/** Queues the zip of the machines' documents and photos; answers the job's id. */
export async function accodaZip(dip: Dipendenze, matricole: readonly string[], identita: Identita, correlationId: string): Promise<string> {
  const scelte = [...new Set(matricole.map((m) => m.trim()).filter((m) => m !== ''))];
  if (scelte.length === 0) throw new DomainError('RICHIESTA_NON_VALIDA', { messaggio: 'Selezionare un macchinario' });
  const righe = await righeVisibili(dip, scelte, identita);
  const uno = scelte.length === 1 ? scelte[0] : undefined;
  const dati = {
    nome: uno === undefined ? `allegati-${romeDate(dip.clock.now())}` : uno,
    file: (await Promise.all(righe.map((riga) => vociDi(dip, riga, identita)))).flat(),
  };
  return dip.jobs.accoda({
    tipo: esportaAllegati.tipo, dati, correlationId, utente: identita.memberID, groupID: identita.groupID,
    titolo: uno === undefined ? `Zip allegati, ${scelte.length} macchinari` : `Zip allegati, macchinario ${uno}`,
  });
}

/** All of them or an error: 403 without the area, 404 when one is not there or is not to be seen. */
async function righeVisibili({ letture }: Dipendenze, matricole: readonly string[], identita: Identita) {
  if (ambito(identita, macchinari.accesso, 'view') === 'none') throw new DomainError('NON_PERMESSO');
  const righe = await letture.selectFrom(macchinari.path).selectAll().where('matricola', 'in', matricole).where('eliminato', '=', false).orderBy('matricola').execute();
  const visibili = righe.filter((riga) => puo(identita, macchinari.accesso, 'view', String(riga['utente'])));
  if (visibili.length < matricole.length) throw new DomainError('SCONOSCIUTO', { messaggio: 'Un macchinario della selezione non esiste.' });
  return visibili;
}

/** What the fields name. A path is free text: one that names another record's file needs that record's view. */
async function vociDi({ letture }: Dipendenze, riga: Record<string, unknown>, identita: Identita): Promise<Voce[]> {
  const matricola = String(riga['matricola']);
  const voci: Voce[] = [];
  for (const { campo } of campiFile(macchinari)) {
    const scritto = riga[campo];
    if (typeof scritto !== 'string' || scritto === '') continue;
    const percorso = comeLogico(scritto);
    if (percorso === null) voci.push({ percorso: scritto, nome: scritto });
    else if (proprio(matricola, percorso) || consenteFile(identita, await proprietaDi(letture, percorso), 'view')) voci.push({ percorso, nome: percorso });
  }
  return voci;
}

function proprio(matricola: string, percorso: string): boolean {
  const cartella = `${matricola}/`;
  return percorso.startsWith(cartella) && dataDiScheda(matricola, percorso.slice(cartella.length)) === null;
}

/** `null` for what is no path of the archive: the zip tells that it is missing. */
function comeLogico(testo: string): string | null {
  try {
    return percorsoLogico(testo);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
