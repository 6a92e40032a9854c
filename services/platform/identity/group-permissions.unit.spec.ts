import { describe, expect, it } from 'vitest';
import { AREE } from '#contracts/core/permissions.ts';
import { GRUPPI_INIZIALI } from '#services/modules/accesso/initial-groups.ts';
import { permessiCompleti, permessiDa } from './group-permissions.ts';

const riga = (tableName: string | null, valore: number | null, insert: number | null = valore) =>
  ({ tableName, allowInsert: insert, allowView: valore, allowEdit: valore, allowDelete: valore });

describe('i permessi letti dalle righe', () => {
  it('legge ogni riga nella sua area e ignora le aree sconosciute', () => {
    expect(permessiDa([riga('accise', 3, 1), riga('segreto', 3, 1), riga(null, 3, 1)]))
      .toEqual({ accise: { allowInsert: 1, allowView: 3, allowEdit: 3, allowDelete: 3 } });
  });

  it('un valore che non è un livello non vale niente', () => {
    for (const valore of [null, 2, 4, -1, 99]) {
      expect(permessiDa([riga('accise', valore)])).toEqual({ accise: { allowInsert: 0, allowView: 0, allowEdit: 0, allowDelete: 0 } });
    }
  });

  it('due righe sulla stessa area danno il meno, in qualunque ordine', () => {
    const poco = { allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 1 };
    expect(permessiDa([riga('accise', 3, 1), { tableName: 'accise', allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 1 }])).toEqual({ accise: poco });
    expect(permessiDa([{ tableName: 'accise', allowInsert: 0, allowView: 1, allowEdit: 0, allowDelete: 1 }, riga('accise', 3, 1)])).toEqual({ accise: poco });
  });

  it('completati, ci sono tutte le aree', () => {
    expect(Object.keys(permessiCompleti({}))).toEqual([...AREE]);
  });
});

describe('i gruppi di una nuova installazione', () => {
  it('sono quattro e dicono qualcosa di ogni area', () => {
    expect(GRUPPI_INIZIALI.map((g) => [g.groupID, g.name])).toEqual([[2, 'Amministratori'], [9, 'Direzione'], [12, 'Capicantiere'], [3, 'Operativi']]);
    for (const { permessi } of GRUPPI_INIZIALI) expect(Object.keys(permessi)).toEqual([...AREE]);
  });

  it('solo gli amministratori amministrano', () => {
    for (const { groupID, permessi } of GRUPPI_INIZIALI) {
      expect(permessi.admin_page.allowView, String(groupID)).toBe(groupID === 2 ? 3 : 0);
    }
  });
});
