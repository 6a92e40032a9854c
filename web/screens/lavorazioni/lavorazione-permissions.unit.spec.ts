import { describe, expect, it } from 'vitest';
import type { Identity, PermissionLevels } from '#contracts/core/permissions.ts';
import type { Area } from '#contracts/modules/areas.ts';
import type { DetailContext } from '#web/registers/form/RegisterDetail.tsx';
import { lavorazioneRules } from './lavorazione-permissions.ts';

function person(levels: Partial<Record<Area, Partial<PermissionLevels>>>): Identity {
  const none: PermissionLevels = { allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 };
  return {
    memberID: 'capo',
    groupID: 12,
    permessi: Object.fromEntries(Object.entries(levels).map(([area, own]) => [area, { ...none, ...own }])),
  };
}
const stored: DetailContext = { id: '3', row: { utente: 'capo', versione: 1 } };

describe('la scheda della lavorazione', () => {
  it.each([
    ['lavorazioni e cantieri', { lavorazioni: { allowEdit: 3, allowDelete: 3 }, cantieri: { allowEdit: 3 } }, true, true],
    ['senza cantieri.allowEdit', { lavorazioni: { allowEdit: 3, allowDelete: 3 } }, false, false],
    ['senza il permesso delle lavorazioni', { cantieri: { allowEdit: 3 } }, false, false],
    ['la propria', { lavorazioni: { allowEdit: 1, allowDelete: 0 }, cantieri: { allowEdit: 1 } }, true, false],
  ] as const)('%s: SALVA %s, ELIMINA %s', (_, levels, save, remove) => {
    expect(lavorazioneRules(person(levels), stored).buttons).toMatchObject({ save: save, remove: remove });
  });
});
