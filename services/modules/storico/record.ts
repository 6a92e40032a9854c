import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import type { Identita } from '#contracts/core/permissions.ts';
import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { chiaveRecord, rileggi, type StatoRecord } from '#contracts/core/history.ts';
import type { Dipendenze } from '#services/platform/module.ts';
import { autorizzaLettura, proprietarioDi } from '#services/registers/authorise.ts';
import { leggiChiave, registroDi } from '#services/registers/keys.ts';
import { padreDi } from '#services/registers/locate.ts';

export interface RecordDelLog {
  def: AnyRegister;
  chiave: string | number;
  record: StatoRecord;
  /** The stream it lives in, whole. */
  eventi: StoredEvent[];
}

/** A record from the log, deleted ones too, if the person may see it by its own area and owner. */
export async function leggiDalLog(dip: Pick<Dipendenze, 'store' | 'letture'>, tabella: unknown, id: unknown, identita: Identita): Promise<RecordDelLog> {
  const def = registroDi(tabella);
  const chiave = leggiChiave(def, id, 'id');
  // the area first: who may not see it learns nothing, not even what exists
  autorizzaLettura(def, identita, identita.memberID);
  const padre = def.parent ? await padreDi(dip, def, chiave) : chiave;
  const eventi = padre === null ? [] : await dip.store.read(streamOf(def, padre));
  const stato = rileggi(eventi);
  const record = stato.get(chiaveRecord(def.path, chiave));
  if (!record) throw new DomainError('SCONOSCIUTO');
  autorizzaLettura(def, identita, proprietarioDi(def, stato, record, padre ?? undefined));
  return { def, chiave, record, eventi };
}

/** The record as a row of its read table. */
export function comeRiga({ def, chiave }: RecordDelLog, stato: StatoRecord): Record<string, unknown> {
  const vuoti = Object.fromEntries(Object.keys(def.fields).map((campo) => [campo, null]));
  return {
    ...vuoti,
    ...stato.valori,
    [def.key.field]: chiave,
    utente: stato.utente,
    versione: stato.versione,
    archivio: stato.archivio,
    creato: stato.creato,
    modificato: stato.modificato,
    modificato_da: stato.modificatoDa,
    esiste: stato.esiste && !stato.padreEliminato,
  };
}
