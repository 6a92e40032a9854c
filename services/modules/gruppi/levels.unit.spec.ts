import { describe, expect, it } from 'vitest';
import { DomainError } from '#contracts/core/errors.ts';
import { conLivelli } from './levels.ts';

describe('i livelli di una riga di permessi', () => {
  it('accetta solo 0, 1 e 3, per Insert solo 0 e 1', () => {
    for (const campo of ['allowView', 'allowEdit', 'allowDelete']) {
      for (const valore of [0, 1, 3]) expect(conLivelli({ [campo]: valore }, 'change')).toEqual({ [campo]: valore });
      for (const valore of [2, 4, -1, 1.5, 'tutti', '33', [3], { a: 1 }]) expect(() => conLivelli({ [campo]: valore }, 'change')).toThrow(DomainError);
    }
    for (const valore of [0, 1]) expect(conLivelli({ allowInsert: valore }, 'change')).toEqual({ allowInsert: valore });
    for (const valore of [2, 3, 'sì']) expect(() => conLivelli({ allowInsert: valore }, 'change')).toThrow(DomainError);
  });

  it('legge caselle, testi e vuoti come li manda il modulo', () => {
    expect(conLivelli({ allowInsert: true, allowView: '3', allowEdit: null, allowDelete: '' }, 'change'))
      .toEqual({ allowInsert: 1, allowView: 3, allowEdit: 0, allowDelete: 0 });
  });

  it('in una riga nuova quello che manca è niente', () => {
    expect(conLivelli({ groupID: 13, tableName: 'accise', allowView: 3 }, 'create'))
      .toEqual({ groupID: 13, tableName: 'accise', allowInsert: 0, allowView: 3, allowEdit: 0, allowDelete: 0 });
  });

  it('in una modifica quello che manca resta com’è', () => {
    expect(conLivelli({ permissionID: 4, allowView: undefined }, 'change')).toEqual({ permissionID: 4, allowView: undefined });
  });

  it('dice quale livello è sbagliato', () => {
    try {
      conLivelli({ allowView: 2 }, 'change');
      expect.unreachable();
    } catch (error) {
      expect((error as DomainError).dettagli.errors).toEqual([{ campo: 'allowView', messaggio: 'Valori ammessi: 0 (no), 1 (propri), 3 (tutti)' }]);
    }
  });
});
