import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { withLevels } from './levels.ts';

describe('i livelli di una riga di permessi', () => {
  it('accetta solo 0, 1 e 3, per Insert solo 0 e 1', () => {
    for (const field of ['allowView', 'allowEdit', 'allowDelete']) {
      for (const value of [0, 1, 3]) expect(withLevels({ [field]: value }, 'change')).toEqual({ [field]: value });
      for (const value of [2, 4, -1, 1.5, 'tutti', '33', [3], { a: 1 }])
        expect(() => withLevels({ [field]: value }, 'change')).toThrow(DomainError);
    }
    for (const value of [0, 1]) expect(withLevels({ allowInsert: value }, 'change')).toEqual({ allowInsert: value });
    for (const value of [2, 3, 'sì']) expect(() => withLevels({ allowInsert: value }, 'change')).toThrow(DomainError);
  });

  it('legge caselle, testi e vuoti come li manda il modulo', () => {
    expect(withLevels({ allowInsert: true, allowView: '3', allowEdit: null, allowDelete: '' }, 'change')).toEqual({
      allowInsert: 1,
      allowView: 3,
      allowEdit: 0,
      allowDelete: 0,
    });
  });

  it('in una riga nuova quello che manca è niente', () => {
    expect(withLevels({ groupID: 13, tableName: 'accise', allowView: 3 }, 'create')).toEqual({
      groupID: 13,
      tableName: 'accise',
      allowInsert: 0,
      allowView: 3,
      allowEdit: 0,
      allowDelete: 0,
    });
  });

  it('in una modifica quello che manca resta com’è', () => {
    expect(withLevels({ permissionID: 4, allowView: undefined }, 'change')).toEqual({ permissionID: 4, allowView: undefined });
  });

  it('dice quale livello è sbagliato', () => {
    try {
      withLevels({ allowView: 2 }, 'change');
      expect.unreachable();
    } catch (error) {
      expect((error as DomainError).dettagli.errors).toEqual([
        { campo: 'allowView', messaggio: 'Valori ammessi: 0 (no), 1 (propri), 3 (tutti)' },
      ]);
    }
  });
});
