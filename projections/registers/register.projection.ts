import { sql, type Transaction } from 'kysely';
import { EVENTI_DOCUMENTO } from '#contracts/core/documents.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { registro } from '#contracts/registers/index.ts';
import { TIPI_ALTRI_EVENTI } from '#contracts/core/history.ts';
import { scriviRighe } from '../engine/bulk.ts';
import type { LettureDatabase } from '../database.ts';
import type { Projection } from '../engine/projection.ts';
import { applicaFatti, fattiDi, type FattoRegistro } from './fold.ts';
import { colonnaChiave, colonneDi, creaTabella } from './register.table.ts';
import { aRiga, chiaveColonna, daRiga, type RecordLetto } from './row.ts';

/**
 * The read table of a register: one row per record, deleted ones included, so that they can come
 * back. A batch is folded in memory: the touched rows are read once and written once.
 */
export function proiezioneRegistro(def: AnyRegister): Projection {
  return {
    nome: def.path,
    tabelle: [def.path],
    eventi: eventiDi(def),
    crea: (db) => creaTabella(db, def),
    async applica(tx, events) {
      const fatti = fattiDi(def, events).filter((f) => f.delPadre || chiaveColonna(def, f.modifica.id) !== null);
      if (fatti.length === 0) return;
      const record = await leggiToccati(tx, def, fatti);
      const cambiati = applicaFatti(record, fatti);
      const righe = [...cambiati].flatMap((id) => record.get(id) ?? []).map((r) => aRiga(def, r));
      await scriviRighe(tx, { tabella: def.path, colonne: colonneDi(def), chiave: [def.key.field], seEsiste: 'sostituisci' }, righe);
    },
  };
}

function eventiDi(def: AnyRegister): string[] {
  const padre = def.parent ? registro(def.parent.register) : undefined;
  const conFile = Object.values(def.fields).some((f) => f.kind === 'document' || f.kind === 'photo');
  return [
    ...Object.values(def.events),
    ...(padre ? [padre.events.deleted, padre.events.restored] : []),
    ...(conFile ? Object.values(EVENTI_DOCUMENTO) : []),
    ...TIPI_ALTRI_EVENTI,
  ];
}

async function leggiToccati(tx: Transaction<LettureDatabase>, def: AnyRegister, fatti: readonly FattoRegistro[]): Promise<Map<string, RecordLetto>> {
  const chiavi = new Set(fatti.flatMap((f) => (f.delPadre ? [] : [chiaveColonna(def, f.modifica.id)])));
  const flussi = new Set(fatti.flatMap((f) => (f.delPadre ? [f.event.stream] : [])));
  const { nome, tipo } = colonnaChiave(def);
  const delPadre = flussi.size > 0 ? sql` or flusso = any(${[...flussi]}::text[])` : sql``;
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(def.path)}
    where ${sql.id(nome)} = any(${[...chiavi]}::${sql.raw(tipo)}[])${delPadre}`.execute(tx);
  return new Map(rows.map((riga) => daRiga(def, riga)).map((r) => [r.stato.id, r]));
}
