import type { Values } from '#contracts/core/define-register.ts';
import { NAMED, worldRecord } from './arbitraries.ts';
import { catalogue } from './catalogue.ts';
import type { TestPortal } from './portal.ts';

/** Further values that the records need, by register. */
const FURTHER: Readonly<Record<string, Values>> = { users: { groupID: 900 }, tipi_documento: { soggetto: 'ditta', nome: 'Di prova' } };

/** Creates the records that `exampleOf` references: two of each referenced register, and a site with its wbs and work item. */
export async function createWorld({ command }: Pick<TestPortal, 'command'>): Promise<void> {
  // groups come first, since users need an existing group
  for (const path of ['groups', ...NAMED.filter((one) => one !== 'groups')])
    for (const second of [false, true]) {
      const { key } = catalogue.registerOrThrow(path);
      const { [key.field]: named, ...values } = worldRecord(path, second);
      await command({ register: path, action: 'create', key: named!, values: { ...values, ...FURTHER[path] } });
    }
  const lavorazione = worldRecord('lavorazioni')['descrizione']!;
  for (const { commessa } of [worldRecord('cantieri'), worldRecord('cantieri', true)]) {
    await command({
      register: 'cantieri_wbs',
      action: 'create',
      values: { commessa: commessa!, descrizione: worldRecord('wbs')['descrizione']! },
    });
    await command({ register: 'cantieri_lavorazioni', action: 'create', values: { commessa: commessa!, lavorazione, prezzo: 10 } });
  }
}
