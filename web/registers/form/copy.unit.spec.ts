import { describe, expect, it } from 'vitest';
import { EVERYTHING, type Identity } from '#contracts/core/permissions.ts';
import { cantieriWbs } from '#contracts/registers/cantieri-wbs.ts';
import { costi } from '#contracts/registers/costi.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { users } from '#contracts/registers/users.ts';
import { copiedKey, copiedValues, copyHref } from './copy.ts';

const identity = (levels: object): Identity => ({
  memberID: 'anna',
  groupID: 5,
  permessi: { macchinari: { ...EVERYTHING, ...levels }, cantieri: EVERYTHING, costi: EVERYTHING, admin_page: EVERYTHING },
});

describe('la copia di un record', () => {
  it('prende i valori, non la chiave, i documenti, le scadenze e ciò che il portale calcola', () => {
    const row = Object.fromEntries([macchinari.key.field, ...Object.keys(macchinari.fields)].map((name) => [name, 'x']));
    const copied = Object.keys(copiedValues(macchinari, row));
    expect(copied).toEqual(expect.arrayContaining(['marca', 'modello', 'tipologia', 'targa']));
    for (const name of ['matricola', 'documenti_ass', ...(macchinari.list.scadenze ?? [])]) expect(copied).not.toContain(name);
    expect(copiedValues(costi, { id: 3, data: '2026-01-02', quantita: 2, importo: 5, totale: 10, cantiere: '0420' })).toEqual({
      data: '2026-01-02',
      cantiere: '0420',
      wbs: null,
      tipologia_costo: null,
      quantita: 2,
      importo: 5,
    });
    const files = Object.values(noleggi.fields).flatMap((field) => (field.kind === 'document' && field.scadenza ? [field.scadenza] : []));
    for (const name of files) expect(copiedValues(noleggi, {})).not.toHaveProperty(name);
  });

  it('si offre a chi può aggiungere, non per le righe di un altro record né per chi entra nel portale', () => {
    expect(copiedKey(new URL(copyHref(identity({}), macchinari, 'A 1&2')!, 'http://x').search)).toBe('A 1&2');
    expect(copyHref(identity({ allowInsert: 0 }), macchinari, 'A1')).toBeNull();
    expect(copyHref(identity({}), cantieriWbs, '1')).toBeNull();
    expect(copyHref(identity({}), users, 'anna')).toBeNull();
    expect(copiedKey('?copia=')).toBeNull();
  });
});
