import { describe, expect, it } from 'vitest';
import { AREE } from '#contracts/modules/areas.ts';
import { INITIAL_GROUPS } from './initial-groups.ts';

/** Insert, view, edit, delete; an area that is not named is closed. */
const EXPECTED: Record<number, Record<string, string>> = {
  2: Object.fromEntries(AREE.map((area) => [area, '1333'])),
  9: Object.fromEntries(AREE.filter((area) => area !== 'admin_page').map((area) => [area, '1333'])),
  12: {
    macchinari: '0300',
    cantieri: '0300',
    lavorazioni: '0300',
    noleggi_int: '0300',
    manutenzioni: '1311',
    accise: '1311',
    produzione: '1311',
  },
  3: { macchinari: '0300', cantieri: '0300', manutenzioni: '1110', accise: '1110' },
};

describe('I gruppi di un portale nuovo', () => {
  it('sono quattro, con i numeri che hanno un significato', () => {
    expect(INITIAL_GROUPS.map(({ groupID }) => groupID)).toEqual([2, 9, 12, 3]);
    for (const { name, description } of INITIAL_GROUPS) expect(name && description).toBeTruthy();
  });

  it.each(INITIAL_GROUPS.map((gruppo) => [gruppo.name, gruppo] as const))('%s può questo e nient’altro', (name, { groupID, permessi }) => {
    expect(Object.keys(permessi)).toEqual([...AREE]);
    const open = Object.entries(permessi)
      .map(([area, p]) => [area, `${p.allowInsert}${p.allowView}${p.allowEdit}${p.allowDelete}`])
      .filter(([, levels]) => levels !== '0000');
    expect(Object.fromEntries(open)).toEqual(EXPECTED[groupID]);
  });
});
