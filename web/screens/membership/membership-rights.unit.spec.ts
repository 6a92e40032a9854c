import { describe, expect, it } from 'vitest';
import type { Identity } from '#contracts/core/permissions.ts';
import { addsUsers, changesGroups, gruppoButtons, seesMembership, utenteButtons } from './membership-rights.ts';

const who = (groupID: number, view: 0 | 1 | 3, rest: 0 | 1 | 3 = 0): Identity => ({
  memberID: 'io',
  groupID,
  permessi: { admin_page: { allowInsert: rest === 0 ? 0 : 1, allowView: view, allowEdit: rest, allowDelete: rest } },
});

describe('chi amministra gli utenti', () => {
  it('li vede chi ha admin_page o è amministratore', () => {
    expect([who(2, 0), who(50, 3), who(50, 0), who(9, 0)].map(seesMembership)).toEqual([true, true, false, false]);
    expect([who(2, 0), who(50, 3, 3), who(50, 3)].map(addsUsers)).toEqual([true, true, false]);
    expect([who(2, 0), who(50, 3, 3)].map(changesGroups)).toEqual([true, false]);
  });

  it('un gruppo che amministra non tocca amministratori, direzione e sé stesso', () => {
    const closed = { campi: false, save: false, remove: false, restore: false };
    expect([2, 9, 50].map((group) => utenteButtons(who(50, 3, 3), group))).toEqual([closed, closed, closed]);
    expect([3, '12'].map((group) => utenteButtons(who(50, 3, 3), group))).toEqual([{}, {}]);
    expect([2, 9].map((group) => utenteButtons(who(2, 0), group))).toEqual([{}, {}]);
    expect([gruppoButtons(who(50, 3, 3)), gruppoButtons(who(2, 0))]).toEqual([closed, {}]);
  });
});
