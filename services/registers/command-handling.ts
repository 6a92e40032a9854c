import { setTimeout as pausa } from 'node:timers/promises';
import { v5 as uuidV5 } from 'uuid';
import { DomainError } from '#contracts/core/errors.ts';
import type { NewEvent, StoredEvent } from '#contracts/core/events.ts';
import { VersionConflict } from '#contracts/ports/event-store.ts';
import type { Comando, Dispatch, Mittente } from '#contracts/ports/dispatch.ts';
import { registro } from '#contracts/registers/index.ts';
import { chiaveRecord, evolvi, rileggi, type StatoStream } from '#contracts/core/history.ts';
import type { Dipendenze } from '../platform/module.ts';
import { allineamento } from './align-sequence.ts';
import { autorizza } from './authorise.ts';
import { decide, type Decisione } from './register.decider.ts';
import { risolvi } from './locate.ts';

export type { Decisione } from './register.decider.ts';

export interface Esecuzione {
  stream: string;
  mittente: Mittente;
  /** Pure: it runs again on the newer stream when another writer was quicker. */
  decidi(stato: StatoStream, eventi: readonly StoredEvent[]): readonly Decisione[];
}

export interface Eseguito {
  /** The stream after the command (for a repeated command: as it was right after it the first time). */
  stato: StatoStream;
  /** Version of the stream then. */
  versione: number;
  /** Position to wait for; `null` when nothing was recorded. */
  posizione: string | null;
  /** How many events the command recorded. */
  eventi: number;
}

/** Namespace of the identifiers derived from a command. */
const NAMESPACE = '0b6f5c1e-6a43-4f0e-9a55-0f6c8a2f7d10';
const TENTATIVI = 20;

/** A command of its own, derived from another: a part of a bulk command, repeated when that is repeated. */
export const commandIdDerivato = (commandId: string, parte: string): string => uuidV5(`${commandId}/${parte}`, NAMESPACE);

/**
 * Load, decide, append with the expected version. A command that already left its events in this
 * stream is answered as it was the first time: one `commandId` is one command on a stream.
 */
export async function esegui(dip: Pick<Dipendenze, 'store' | 'clock'>, { stream, mittente, decidi }: Esecuzione): Promise<Eseguito> {
  for (let tentativo = 1; tentativo <= TENTATIVI; tentativo += 1) {
    const letti = await dip.store.read(stream);
    const fatto = giaEseguito(letti, mittente.commandId);
    if (fatto) return fatto;
    const stato = rileggi(letti);
    const nuovi = vesti(decidi(stato, letti), stream, mittente, dip.clock.now());
    const attesa = letti.at(-1)?.version ?? 0;
    if (nuovi.length === 0) return { stato, versione: attesa, posizione: null, eventi: 0 };
    try {
      const { version, position } = await dip.store.append(stream, nuovi, attesa === 0 ? 'none' : attesa);
      const primo = version - nuovi.length + 1;
      const dopo = nuovi.reduce((s, event, i) => evolvi(s, { ...event, version: primo + i }), stato);
      return { stato: dopo, versione: version, posizione: position, eventi: nuovi.length };
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
      // writers of the same record step aside for each other by a few random milliseconds
      await pausa(Math.random() * 4 * tentativo);
    }
  }
  throw new DomainError('NON_DISPONIBILE', { messaggio: 'Troppe modifiche contemporanee dello stesso record: riprova tra poco.', retryAfter: 1 });
}

/** The write side of every register: the one door for HTTP, jobs and seeds. */
export function creaDispatch(dip: Omit<Dipendenze, 'dispatch'>): Dispatch {
  const allinea = allineamento(dip);
  return async (comando, mittente) => {
    const { tabella, chiave, esecuzione } = await prepara({ ...dip, allinea }, comando, mittente);
    const { stato, posizione } = await esegui(dip, esecuzione);
    return { chiave, versione: stato.get(chiaveRecord(tabella, chiave))?.versione ?? 0, posizione };
  };
}

/** Would the deletion pass, right now? Throws what dispatch would throw and records nothing. */
export async function provaElimina(dip: Pick<Dipendenze, 'store' | 'numeri' | 'letture'>, comando: Comando & { azione: 'elimina' }, mittente: Mittente): Promise<void> {
  const { esecuzione } = await prepara({ ...dip, allinea: async () => {} }, comando, mittente);
  const letti = await dip.store.read(esecuzione.stream);
  if (!giaEseguito(letti, mittente.commandId)) esecuzione.decidi(rileggi(letti), letti);
}

async function prepara(dip: Parameters<typeof risolvi>[0], comando: Comando, mittente: Mittente) {
  const def = registro(comando.registro);
  if (!def) throw new DomainError('SCONOSCIUTO');
  const { stream, comando: risolto } = await risolvi(dip, def, comando, mittente);
  const libero = mittente.origine === 'sistema' || mittente.origine === 'demo';
  const decidi: Esecuzione['decidi'] = (stato, eventi) => {
    if (!libero) autorizza(def, risolto, stato, mittente.identita);
    return decide(def, risolto, stato, eventi);
  };
  return { tabella: def.path, chiave: risolto.chiave, esecuzione: { stream, mittente, decidi } };
}

function giaEseguito(letti: readonly StoredEvent[], commandId: string): Eseguito | null {
  const suoi = letti.filter((event) => event.metadata.commandId === commandId);
  const ultimo = suoi.at(-1);
  if (!ultimo) return null;
  return {
    stato: rileggi(letti.filter((event) => event.version <= ultimo.version)),
    versione: ultimo.version,
    posizione: ultimo.position,
    eventi: suoi.length,
  };
}

function vesti(decisioni: readonly Decisione[], stream: string, mittente: Mittente, adesso: Date): NewEvent[] {
  return decisioni.map(({ type, data }, indice) => ({
    type,
    data,
    metadata: {
      // the same command decided again gives the same ids: the store knows them
      eventId: uuidV5(`${mittente.commandId}/${stream}/${indice}`, NAMESPACE),
      commandId: mittente.commandId,
      correlationId: mittente.correlationId,
      utente: mittente.identita.memberID,
      groupID: mittente.identita.groupID,
      at: (mittente.at ?? adesso).toISOString(),
      origine: mittente.origine,
      ...(mittente.motivo ? { motivo: mittente.motivo } : {}),
    },
  }));
}
