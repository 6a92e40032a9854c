import { WORLD } from './arbitraries.ts';
import type { TestPortal } from './portal.ts';

/** The records that those of `exampleOf` name: a site with its wbs and work item, an operator, a machine. */
export async function createWorld({ command }: TestPortal): Promise<void> {
  const { cantieri: commessa, operatore, macchinari, wbs, lavorazioni } = WORLD;
  await command({ register: 'cantieri', action: 'create', key: commessa, values: {} });
  await command({ register: 'cantieri_wbs', action: 'create', values: { commessa, descrizione: wbs } });
  await command({ register: 'cantieri_lavorazioni', action: 'create', values: { commessa, lavorazione: lavorazioni, prezzo: 10 } });
  await command({ register: 'operatore', action: 'create', values: { descrizione: operatore } });
  await command({ register: 'macchinari', action: 'create', key: macchinari, values: {} });
}
