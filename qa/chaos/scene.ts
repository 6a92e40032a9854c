import { randomUUID } from 'node:crypto';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { cantieriLavorazioni } from '#contracts/registers/cantieri-lavorazioni.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { elencoManutenzioni } from '#contracts/registers/elenco-manutenzioni.ts';
import { lavorazioni } from '#contracts/registers/lavorazioni.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { wbs } from '#contracts/registers/wbs.ts';
import { MACHINES, PARTS, SITES, WORK } from './kinds.ts';
import type { Write } from './ledger.ts';
import { untilAnswered, type Sending } from './send.ts';

/** Creates the records that the writers need: sites with a priced work item, and machines. */
export async function prepare(sending: Sending): Promise<void> {
  const create = async (def: AnyRegister, values: Values): Promise<void> => {
    const call = { method: 'POST', path: `/api/${def.path}`, body: { [def.bodyKey]: values }, ifMatch: null } as const;
    const { [def.key.field]: key, ...others } = values;
    const write: Write = {
      id: randomUUID(),
      call,
      events: 1,
      after: [{ table: def.path, id: key === undefined ? null : String(key), exists: true, values: others }],
      attempts: 0,
      answer: null,
    };
    sending.ledger.begin(write);
    const answer = await untilAnswered(write, sending);
    write.after[0]!.id ??= answer.created;
    sending.ledger.answer(write, answer);
  };
  for (const descrizione of [WORK.wbs, ...PARTS]) await create(wbs, { descrizione });
  await create(lavorazioni, { descrizione: WORK.lavorazione });
  await create(elencoManutenzioni, { Descrizione: WORK.manutenzione });
  for (const commessa of SITES) {
    await create(cantieri, { commessa, committente: 'Comune' });
    await create(cantieriWbs, { commessa, descrizione: WORK.wbs });
    await create(cantieriLavorazioni, { commessa, lavorazione: WORK.lavorazione, descrizione_wbs: WORK.wbs, prezzo: 12.5 });
  }
  for (const matricola of MACHINES) await create(macchinari, { matricola, marca: 'Soilmec' });
}
