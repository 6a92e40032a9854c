import { describe, expect, it } from 'vitest';
import type { Identity, Level } from '#contracts/core/permissions.ts';
import { requireIdentity, checkPermission } from './permissions.ts';

const person = (allowView: Level): Identity => ({
  memberID: 'anna',
  groupID: 40,
  permessi: { accise: { allowInsert: 0, allowView, allowEdit: 0, allowDelete: 0 } },
});
const area = { access: { area: 'accise', write: 'area' }, action: 'view' } as const;
const error = (code: string) => expect.objectContaining({ code });

describe('La porta delle chiamate', () => {
  it('è aperta a tutti dove è pubblica, a chi è entrato dove basta la sessione, a chi ha il livello dove è di un’area', () => {
    expect(() => checkPermission('public', null)).not.toThrow();
    expect(() => checkPermission('session', person(0))).not.toThrow();
    expect(() => checkPermission(area, person(1))).not.toThrow();
    expect(() => checkPermission(area, person(3))).not.toThrow();
  });

  it('senza sessione è chiusa, e senza livello anche', () => {
    for (const permission of ['session', area] as const) expect(() => checkPermission(permission, null)).toThrow(error('SESSIONE_ASSENTE'));
    expect(() => checkPermission(area, person(0))).toThrow(error('NON_PERMESSO'));
    expect(() => checkPermission({ ...area, action: 'edit' }, person(3))).toThrow(error('NON_PERMESSO'));
  });

  it('oltre la porta c’è sempre una persona', () => {
    expect(requireIdentity(person(0)).memberID).toBe('anna');
    expect(() => requireIdentity(null)).toThrow(error('SESSIONE_ASSENTE'));
  });
});
