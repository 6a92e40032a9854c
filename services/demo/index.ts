import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { romeDate } from '#contracts/core/dates.ts';
import { campiFile, percorsoFile } from '#contracts/core/documents.ts';
import type { NewEvent } from '#contracts/core/events.ts';
import { AREE, type Permessi } from '#contracts/core/permissions.ts';
import type { Mittente } from '#contracts/ports/dispatch.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { ACCOUNT_DEMO } from '../platform/identity/demo-accounts.ts';
import { caricaFile } from '../registers/upload-document.ts';
import { commandIdDerivato } from '../registers/command-handling.ts';
import type { Dipendenze } from '../platform/module.ts';
import { generaDemo } from './generate.ts';
import { inOrdine } from './in-order.ts';
import { pdf } from './pdf.ts';
import { raccontaNoleggi } from './tell-noleggi.ts';
import { streamDi, type Voce } from './entries.ts';

type Dip = Pick<Dipendenze, 'store' | 'clock' | 'files' | 'dispatch' | 'log'>;

/** Commands under way at once; those of one record keep their order. */
const INSIEME = 12;
const DEMO = 'b9c4a7de-0d0b-4c53-8f51-6a8a2f8f3b60';
/** Two facts in a stream of the demo's own: the day a series counts from, and that it is complete. */
const INIZIATA = 'DemoIniziata.v1';
const COMPLETATA = 'DemoCompletata.v1';

const DEF = macchinari as unknown as AnyRegister;
const CAMPI = new Map(campiFile(DEF).map((campo) => [campo.campo, campo]));
const TUTTO = Object.fromEntries(AREE.map((area) => [area, { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 }])) as Permessi;
const GRUPPI = new Map<string, number>(ACCOUNT_DEMO.map((account) => [account.memberID, account.groupID]));

/**
 * Loads the demo firm through commands, so that its history is real. Idempotent: a series that is
 * complete is left alone, one that was interrupted is completed. Answers how many things it did.
 */
export async function caricaDemo(dip: Dip, scala = 1): Promise<{ voci: number }> {
  let voci = 0;
  for (let serie = 0; serie < scala; serie++) voci += await caricaSerie(dip, serie);
  return { voci };
}

async function caricaSerie(dip: Dip, serie: number): Promise<number> {
  const stream = `demo-${serie}`;
  const segni = await dip.store.read(stream);
  if (segni.some((segno) => segno.type === COMPLETATA)) return 0;
  const oggi = segni[0] ? String(segni[0].data['oggi']) : romeDate(dip.clock.now());
  if (!segni[0]) await dip.store.append(stream, [segno(dip, serie, INIZIATA, { oggi })], 'any');
  const voci = generaDemo(oggi, serie);
  const noleggi = raccontaNoleggi(dip);
  await inOrdine(voci, INSIEME, streamDi, (voce, indice) => accaduta(dip, voce, `${serie}/${indice}`, noleggi));
  await dip.store.append(stream, [segno(dip, serie, COMPLETATA, {})], 'any');
  dip.log.info({ serie, voci: voci.length }, 'demo data loaded');
  return voci.length;
}

async function accaduta(dip: Dip, voce: Voce, parte: string, noleggi: ReturnType<typeof raccontaNoleggi>): Promise<void> {
  const commandId = commandIdDerivato(DEMO, parte);
  const identita = { memberID: voce.utente, groupID: GRUPPI.get(voce.utente) ?? 0, permessi: TUTTO };
  const mittente: Mittente = { identita, commandId, correlationId: commandId, origine: 'demo', at: voce.at };
  if ('comando' in voce) await dip.dispatch(voce.comando, mittente);
  else if ('noleggio' in voce) await noleggi(voce.noleggio, mittente);
  else await carica(dip, voce.documento, mittente);
}

async function carica(dip: Dip, { matricola, campo, ...documento }: Extract<Voce, { documento: object }>['documento'], mittente: Mittente): Promise<void> {
  const field = CAMPI.get(campo);
  if (!field) throw new Error(`${campo} is no document of a machine`);
  const contenuto = documento.foto ? readFileSync(new URL(`./foto/${documento.foto}.jpg`, import.meta.url)) : pdf(documento.titolo, documento.righe);
  await caricaFile(dip, {
    percorso: percorsoFile(matricola, field),
    proprieta: { def: DEF, record: [{ id: matricola, utente: mittente.identita.memberID, campo }], tipo: field.kind === 'photo' ? 'jpeg' : 'pdf' },
    contenuto: () => Readable.from([contenuto]),
    mittente,
  });
}

function segno({ clock }: Dip, serie: number, type: string, data: NewEvent['data']): NewEvent {
  const commandId = commandIdDerivato(DEMO, `${serie}/${type}`);
  return {
    type, data,
    metadata: { eventId: commandId, commandId, correlationId: commandId, utente: 'sistema', groupID: null, at: clock.now().toISOString(), origine: 'demo' },
  };
}
