import { sql, type Transaction } from 'kysely';
import { REGISTRI } from '#contracts/registers/index.ts';
import { chiaveRecord, TIPI_EVENTO, type StatoRecord } from '#contracts/core/history.ts';
import { scriviRighe } from '../engine/bulk.ts';
import type { LettureDatabase } from '../database.ts';
import { fattiNoti, type Fatto } from '../engine/facts.ts';
import type { Projection } from '../engine/projection.ts';
import { padreDi, voceDi, type Stati } from './entry.ts';
import { COLONNE_STATO, COLONNE_STORICO, creaStorico } from './storico.table.ts';

/** Entries hold the labels, so the history is made again when a label changes. */
const ETICHETTE = JSON.stringify(REGISTRI.map((def) => [
  def.path, def.accesso.area, def.etichette.articolo, def.key.etichetta, def.parent?.register,
  Object.entries(def.fields).map(([nome, f]) => [nome, f.kind, f.etichetta]),
]));

/** The history of every record, before and after, as of each event. */
export const proiezioneStorico: Projection = {
  nome: 'storico',
  tabelle: ['storico', 'storico_stato'],
  eventi: TIPI_EVENTO,
  firma: ETICHETTE,
  crea: creaStorico,
  async applica(tx, events) {
    const fatti = fattiNoti(events);
    if (fatti.length === 0) return;
    const stati = await leggiStati(tx, fatti);
    const voci = fatti.map((fatto) => voceDi(stati, fatto)).filter((voce) => voce !== null);
    const toccati = new Set(fatti.map(({ modifica }) => chiaveRecord(modifica.tabella, modifica.id)));
    const nuovi = [...toccati].flatMap((chiave) => stati.get(chiave) ?? []);
    await scriviRighe(tx, { tabella: 'storico', colonne: COLONNE_STORICO, chiave: ['flusso', 'versione'], seEsiste: 'lascia' }, voci);
    await scriviRighe(tx, { tabella: 'storico_stato', colonne: COLONNE_STATO, chiave: ['tabella', 'id'], seEsiste: 'sostituisci' },
      nuovi.map((stato) => ({ tabella: stato.tabella, id: stato.id, versione: stato.versione, stato })));
  },
};

/** The touched records, and the parents of those that have one. */
async function leggiStati(tx: Transaction<LettureDatabase>, fatti: readonly Fatto[]): Promise<Stati> {
  const chiavi = new Set(fatti.flatMap(({ event, modifica }) => {
    const padre = padreDi(modifica.tabella, event.stream);
    return [chiaveRecord(modifica.tabella, modifica.id), ...(padre === null ? [] : [padre])];
  }));
  const tabelle = [...chiavi].map((chiave) => chiave.slice(0, chiave.indexOf('/')));
  const id = [...chiavi].map((chiave) => chiave.slice(chiave.indexOf('/') + 1));
  const { rows } = await sql<{ stato: StatoRecord }>`select s.stato from storico_stato s
    join unnest(${tabelle}::text[], ${id}::text[]) as c(tabella, id) on c.tabella = s.tabella and c.id = s.id`.execute(tx);
  return new Map(rows.map(({ stato }) => [chiaveRecord(stato.tabella, stato.id), stato]));
}
