import type { JsonObject } from '#contracts/core/events.ts';
import { DomainError, type CodiceErrore } from '#contracts/core/errors.ts';
import type { Comando } from '#contracts/ports/dispatch.ts';
import type { AnyRegister, Valori } from '#contracts/core/define-register.ts';
import { chiaveRecord, rileggi, type EventoLetto, type StatoRecord, type StatoStream } from '#contracts/core/history.ts';
import { verificaUnicita } from './unique.ts';

/** A fact to be recorded, still without its metadata. */
export interface Decisione {
  type: string;
  data: JsonObject;
}

/** A command whose record (and, for a child, the parent's) has been found. */
export interface ComandoRisolto extends Comando {
  chiave: string | number;
  /** Key of the parent's record, for a child. */
  padre?: string | number;
}

/** What an empty natural key is answered with, where the specification has a sentence for it. */
export const CHIAVE_VUOTA: Readonly<Record<string, CodiceErrore>> = { macchinari: 'MATRICOLA_VUOTA' };

/**
 * The decider of every register: what a command on one record records, given the stream it lives
 * in. Permission is asked before. `eventi` is the same stream, read for the values of a version.
 */
export function decide(def: AnyRegister, comando: ComandoRisolto, stato: StatoStream, eventi: readonly EventoLetto[] = []): Decisione[] {
  verificaPadre(def, comando, stato);
  const decisioni = DECIDERS[comando.azione](def, comando, stato, eventi);
  if (comando.azione !== 'elimina' && decisioni.length > 0) verificaUnicita(def, comando, stato, decisioni);
  return decisioni;
}

type Decider = (def: AnyRegister, comando: ComandoRisolto, stato: StatoStream, eventi: readonly EventoLetto[]) => Decisione[];

const DECIDERS: Record<Comando['azione'], Decider> = { crea, modifica, elimina, ripristina };

function crea(def: AnyRegister, comando: ComandoRisolto, stato: StatoStream): Decisione[] {
  const { chiave } = comando;
  if (String(chiave).trim() === '') {
    throw new DomainError(CHIAVE_VUOTA[def.path] ?? 'RICHIESTA_NON_VALIDA', { errors: [{ campo: def.key.field, messaggio: `Manca ${def.key.etichetta}` }] });
  }
  const record = stato.get(chiaveRecord(def.path, chiave));
  if (record?.esiste) throw new DomainError('DUPLICATO', { messaggio: `${def.key.etichetta} "${chiave}" esiste già.` });
  // a child that was deleted may be made anew; a key of its own right stays taken, its history is the old record's
  if (record && !def.parent) {
    throw new DomainError('DUPLICATO', { messaggio: `${def.key.etichetta} "${chiave}" appartiene a un record eliminato: un amministratore può ripristinarlo dallo storico.` });
  }
  const dati = Object.fromEntries(Object.entries(campiNoti(def, comando.valori)).filter(([, valore]) => valore !== null));
  return [{ type: def.events.created, data: { ...dati, [def.key.field]: chiave, ...delPadre(def, comando) } }];
}

function modifica(def: AnyRegister, comando: ComandoRisolto, stato: StatoStream): Decisione[] {
  const record = esistente(def, comando, stato);
  const dati = differenze(record.valori, campiNoti(def, comando.valori));
  return Object.keys(dati).length === 0 ? [] : [{ type: def.events.changed, data: { [def.key.field]: comando.chiave, ...dati } }];
}

function elimina(def: AnyRegister, comando: ComandoRisolto, stato: StatoStream): Decisione[] {
  esistente(def, comando, stato);
  return [{ type: def.events.deleted, data: { [def.key.field]: comando.chiave } }];
}

function ripristina(def: AnyRegister, comando: ComandoRisolto, stato: StatoStream, eventi: readonly EventoLetto[]): Decisione[] {
  const chiave = chiaveRecord(def.path, comando.chiave);
  const record = stato.get(chiave);
  if (!record) throw new DomainError('SCONOSCIUTO');
  verificaVersione(record, comando);
  const allora = statoAllaVersione(eventi, comando.versione ?? 0).get(chiave);
  if (!allora) throw new DomainError('VERSIONE_SCONOSCIUTA');
  // a field that had no value then is cleared
  const dati = differenze(record.valori, { ...svuotati(record.valori), ...allora.valori });
  if (record.esiste && Object.keys(dati).length === 0) return [];
  return [{ type: def.events.restored, data: { [def.key.field]: comando.chiave, ...dati } }];
}

/** The stream as it was right after its event number `versione`; empty when it has no such event. */
export function statoAllaVersione(eventi: readonly EventoLetto[], versione: number): StatoStream {
  const fino = eventi.filter((event) => event.version <= versione);
  return versione > 0 && versione <= eventi.length ? rileggi(fino) : new Map();
}

function verificaPadre(def: AnyRegister, comando: ComandoRisolto, stato: StatoStream): void {
  if (!def.parent) return;
  const padre = comando.padre === undefined ? undefined : stato.get(chiaveRecord(def.parent.register, comando.padre));
  if (!padre?.esiste) throw new DomainError('SCONOSCIUTO');
}

function esistente(def: AnyRegister, comando: ComandoRisolto, stato: StatoStream): StatoRecord {
  const record = stato.get(chiaveRecord(def.path, comando.chiave));
  if (!record?.esiste) throw new DomainError('SCONOSCIUTO');
  verificaVersione(record, comando);
  return record;
}

function verificaVersione(record: StatoRecord, { versioneLetta }: ComandoRisolto): void {
  if (versioneLetta === null || versioneLetta === undefined || record.versione <= versioneLetta) return;
  throw new DomainError('VERSIONE_SUPERATA', {
    extra: { attuale: record.valori, versione: record.versione, utente: record.modificatoDa, quando: record.modificato },
  });
}

/** The given values of known fields; the parent's key is no value that can be changed. */
function campiNoti(def: AnyRegister, valori: Valori = {}): Valori {
  return Object.fromEntries(
    Object.entries(valori).filter(([campo, valore]) => Object.hasOwn(def.fields, campo) && campo !== def.parent?.field && valore !== undefined),
  );
}

/** The field in which a child keeps its parent's key, where that is not its own key. */
function delPadre(def: AnyRegister, { padre }: ComandoRisolto): Valori {
  return def.parent && padre !== undefined && Object.hasOwn(def.fields, def.parent.field) ? { [def.parent.field]: padre } : {};
}

function differenze(prima: Valori, dopo: Valori): Valori {
  return Object.fromEntries(Object.entries(dopo).filter(([campo, valore]) => (prima[campo] ?? null) !== valore));
}

function svuotati(valori: Valori): Valori {
  return Object.fromEntries(Object.keys(valori).map((campo) => [campo, null]));
}
