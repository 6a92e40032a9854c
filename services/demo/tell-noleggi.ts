import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { campiFile, percorsoFile } from '#contracts/core/documents.ts';
import { percorsoContratto, percorsoFotoNoleggio } from '#contracts/modules/noleggi.ts';
import type { Mittente } from '#contracts/ports/dispatch.ts';
import { streamOf, type AnyRegister, type Valori } from '#contracts/core/define-register.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi as registroStorico } from '#contracts/registers/storico-noleggi.ts';
import { chiaveRecord, rileggi } from '#contracts/core/history.ts';
import { caricaFile } from '../registers/upload-document.ts';
import type { Proprieta } from '../registers/file-owner.ts';
import type { Dipendenze } from '../platform/module.ts';
import { pdf } from './pdf.ts';
import type { VoceNoleggio } from './entries.ts';

type Dip = Pick<Dipendenze, 'store' | 'clock' | 'files' | 'dispatch'>;
type Di<F extends VoceNoleggio['fatto']> = Extract<VoceNoleggio, { fatto: F }>;

interface Noto {
  id: number;
  matricola: string;
  utente: string;
  periodi: Map<number, number>;
}

const noleggi = registroNoleggi as unknown as AnyRegister;
const storicoNoleggi = registroStorico as unknown as AnyRegister;
const CAMPI = new Map(campiFile(noleggi).map((campo) => [campo.campo, campo]));

/** Makes the things of rentals happen: each is found again by the name the demo has for it, and waits for its arrival. */
export function raccontaNoleggi(dip: Dip): (voce: VoceNoleggio, mittente: Mittente) => Promise<void> {
  const noti = new Map<string, PromiseWithResolvers<Noto>>();
  const arrivo = (quale: string) => {
    const atteso = noti.get(quale) ?? Promise.withResolvers<Noto>();
    noti.set(quale, atteso);
    return atteso;
  };
  return async (voce, mittente) => {
    const { promise, resolve } = arrivo(voce.quale);
    if (voce.fatto === 'registrato') return resolve(await registra(dip, voce.valori, mittente));
    const noto = await promise;
    switch (voce.fatto) {
      case 'modificato': return void (await dip.dispatch({ registro: noleggi.path, azione: 'modifica', chiave: noto.id, valori: voce.valori }, mittente));
      case 'periodo': return void noto.periodi.set(voce.periodo, await periodo(dip, noto, voce.valori, mittente));
      case 'periodo-finito':
        return void (await dip.dispatch({ registro: storicoNoleggi.path, azione: 'modifica', chiave: delPeriodo(noto, voce.periodo), valori: { ...voce.valori, id_noleggi: noto.id } }, mittente));
      case 'documento': return documento(dip, noto, voce, mittente);
      case 'contratto': return contratto(dip, noto, voce, mittente);
      case 'foto': return foto(dip, noto, voce, mittente);
    }
  };
}

async function registra({ dispatch, store }: Dip, valori: Valori, mittente: Mittente): Promise<Noto> {
  const { chiave } = await dispatch({ registro: noleggi.path, azione: 'crea', valori }, mittente);
  const record = rileggi(await store.read(streamOf(noleggi, chiave))).get(chiaveRecord(noleggi.path, chiave));
  return { id: Number(chiave), matricola: String(record?.valori['matricola']), utente: mittente.identita.memberID, periodi: new Map() };
}

async function periodo({ dispatch }: Dip, { id }: Noto, valori: Valori, mittente: Mittente): Promise<number> {
  const { chiave } = await dispatch({ registro: storicoNoleggi.path, azione: 'crea', valori: { ...valori, id_noleggi: id } }, mittente);
  return Number(chiave);
}

async function documento(dip: Dip, { id, matricola, utente }: Noto, { campo, titolo, righe }: Di<'documento'>, mittente: Mittente): Promise<void> {
  const field = CAMPI.get(campo);
  if (!field) throw new Error(`${campo} is no document of a rental`);
  const proprieta: Proprieta = { def: noleggi, tipo: 'pdf', record: [{ id, utente, campo }] };
  await caricaFile(dip, { percorso: percorsoFile(matricola, field), proprieta, contenuto: () => Readable.from([pdf(titolo, [`Noleggio ${matricola}`, ...righe])]), mittente });
}

async function contratto(dip: Dip, noto: Noto, { periodo: quale, data_inizio, titolo, righe }: Di<'contratto'>, mittente: Mittente): Promise<void> {
  const { id, matricola, utente } = noto;
  const proprieta: Proprieta = { def: storicoNoleggi, tipo: 'pdf', record: [{ id: delPeriodo(noto, quale), padre: id, utente, campo: 'contratto' }] };
  await caricaFile(dip, { percorso: percorsoContratto(matricola, data_inizio), proprieta, contenuto: () => Readable.from([pdf(titolo, [`Noleggio ${matricola}`, ...righe])]), mittente });
}

/** As from the screen: first the file, then the record that names it. */
async function foto(dip: Dip, { id, matricola, utente }: Noto, { data, numero, disegno }: Di<'foto'>, mittente: Mittente): Promise<void> {
  const percorso = percorsoFotoNoleggio(matricola, data, numero);
  if (!(await dip.files.info(percorso))) {
    const proprieta: Proprieta = { def: noleggi, tipo: 'jpeg', record: [{ id, utente, campo: null }], atteso: true };
    await caricaFile(dip, { percorso, proprieta, contenuto: () => Readable.from([readFileSync(new URL(`./foto/${disegno}.jpg`, import.meta.url))]), mittente });
  }
  await dip.dispatch({ registro: 'fotoNoleggi', azione: 'crea', valori: { id_noleggi: id, data, foto: percorso } }, mittente);
}

function delPeriodo({ periodi, matricola }: Noto, quale: number): number {
  const id = periodi.get(quale);
  if (id === undefined) throw new Error(`period ${quale} of ${matricola} is not there yet`);
  return id;
}
