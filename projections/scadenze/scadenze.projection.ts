import { sql, type Transaction } from 'kysely';
import { accise } from '#contracts/registers/accise.ts';
import type { Valori } from '#contracts/core/define-register.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { chiaveRecord } from '#contracts/core/history.ts';
import { scriviRighe } from '../engine/bulk.ts';
import type { LettureDatabase } from '../database.ts';
import { fattiNoti, type Fatto } from '../engine/facts.ts';
import type { Projection } from '../engine/projection.ts';
import { chiaveColonna } from '../registers/row.ts';
import { evolviFonte, rigaFonte, type Fonte } from './source.ts';
import { ricalcola } from './recompute.ts';
import { vociDi } from './formula.ts';
import { COLONNE_FONTI, COLONNE_VOCI, creaScadenze } from './scadenze.table.ts';

/**
 * Maintenance deadlines by hours. It keeps what it needs of the three registers in tables of its
 * own, so that it never depends on how far another projection is; a batch recomputes the machines it
 * touched, each from its newest record per item and its highest reading.
 */
export const proiezioneScadenze: Projection = {
  nome: 'scadenze',
  tabelle: ['scadenze_fonti', 'scadenze_voci', 'scadenze_manutenzione'],
  eventi: [macchinari, manutenzioni, accise].flatMap((def) => Object.values(def.events)),
  crea: creaScadenze,
  async applica(tx, events) {
    const fatti = fattiNoti(events).filter(({ modifica }) => modifica.tabella !== manutenzioni.path || chiaveColonna(manutenzioni, modifica.id) !== null);
    const fonti = await leggiFonti(tx, fatti);
    const cambiate = new Set<string>();
    const macchine = new Set<string>();
    const segnaMacchina = (fonte: Fonte | undefined) => fonte?.matricola && macchine.add(fonte.matricola);
    for (const fatto of fatti) {
      const chiave = chiaveRecord(fatto.modifica.tabella, fatto.modifica.id);
      const prima = fonti.get(chiave);
      if (prima && fatto.event.version <= prima.versione) continue;
      const dopo = evolviFonte(prima, fatto);
      fonti.set(chiave, dopo);
      cambiate.add(chiave);
      // a record that moves to another machine concerns both
      segnaMacchina(prima);
      segnaMacchina(dopo);
    }
    const nuove = [...cambiate].flatMap((chiave) => fonti.get(chiave) ?? []);
    await scriviRighe(tx, { tabella: 'scadenze_fonti', colonne: COLONNE_FONTI, chiave: ['tabella', 'id'], seEsiste: 'sostituisci' }, nuove.map(rigaFonte));
    await scriviVoci(tx, nuove.filter((f) => f.tabella === manutenzioni.path));
    await ricalcola(tx, [...macchine]);
  },
};

async function leggiFonti(tx: Transaction<LettureDatabase>, fatti: readonly Fatto[]): Promise<Map<string, Fonte>> {
  const tabelle = fatti.map((f) => f.modifica.tabella);
  const id = fatti.map((f) => f.modifica.id);
  const { rows } = await sql<Fonte>`select distinct on (f.tabella, f.id) f.tabella, f.id, f.versione, f.esiste, f.matricola, f.valori from scadenze_fonti f
    join unnest(${tabelle}::text[], ${id}::text[]) as c(tabella, id) on c.tabella = f.tabella and c.id = f.id`.execute(tx);
  return new Map(rows.map((fonte) => [chiaveRecord(fonte.tabella, fonte.id), fonte]));
}

async function scriviVoci(tx: Transaction<LettureDatabase>, interventi: readonly Fonte[]): Promise<void> {
  if (interventi.length === 0) return;
  await sql`delete from scadenze_voci where id = any(${interventi.map((f) => f.id)}::bigint[])`.execute(tx);
  const righe = interventi.filter((f) => f.esiste && f.matricola !== null).flatMap(({ id, matricola, valori }) =>
    vociDi(testo(valori['manutenzione']), numero(valori['ore_scadenza'])).map((voce) => ({
      id: Number(id), voce, matricola, data: testo(valori['data']), ore_scadenza: numero(valori['ore_scadenza']),
    })));
  await scriviRighe(tx, { tabella: 'scadenze_voci', colonne: COLONNE_VOCI, chiave: ['id', 'voce'], seEsiste: 'sostituisci' }, righe);
}

const testo = (v: Valori[string] | undefined): string | null => (typeof v === 'string' ? v : null);
const numero = (v: Valori[string] | undefined): number | null => (typeof v === 'number' ? v : null);
