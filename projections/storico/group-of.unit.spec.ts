import { describe, expect, it } from 'vitest';
import { groupOf } from './group-of.ts';

const NOON = new Date('2026-03-01T11:00:00.000Z');
const told = (metadata: object = {}, change: object = {}, at = NOON): string =>
  groupOf(
    { commandId: 'c1', correlationId: 'r1', utente: 'anna', origine: 'web', ...metadata },
    { table: 'macchinari', kind: 'creato', ...change },
    at,
  );

describe('Le voci che stanno in una riga dello storico', () => {
  it('sono quelle di una richiesta, di chiunque e di qualunque registro', () => {
    expect(told()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(told({ commandId: 'c2' }, { table: 'cantieri', kind: 'modificato' })).toBe(told());
    // commands that the portal sends in consequence have the same group, such as records that follow a rename
    expect(told({ commandId: 'c3', utente: 'sistema', origine: 'sistema' })).toBe(told());
    expect(told({ commandId: 'c4', origine: 'importazione' })).toBe(told());
    expect(told({ correlationId: 'r2' })).not.toBe(told());
  });

  it('di un giorno solo, per il calendario di Roma', () => {
    expect(told({}, {}, new Date('2026-03-01T22:59:59.999Z'))).toBe(told());
    expect(told({}, {}, new Date('2026-03-01T23:00:00.000Z'))).not.toBe(told());
  });

  it.each(['sistema', 'demo'])('di origine %s, un comando alla volta: dello stesso tipo, registro, utente e giorno', (origine) => {
    const one = (n: number, metadata: object = {}, change: object = {}, at = NOON) =>
      told({ commandId: `c${n}`, correlationId: `c${n}`, utente: 'sistema', origine, ...metadata }, change, at);
    expect(one(1)).toBe(one(2));
    expect(one(1)).not.toBe(one(2, {}, { kind: 'modificato' }));
    expect(one(1)).not.toBe(one(2, {}, { table: 'cantieri' }));
    expect(one(1)).not.toBe(one(2, { utente: 'anna' }));
    expect(one(1)).not.toBe(one(2, {}, {}, new Date('2026-03-02T11:00:00.000Z')));
    expect(one(1)).not.toBe(told({ commandId: 'c1', correlationId: 'c1' }));
  });

  it('nella ditta di esempio anche quelle di un comando che ne fa più d’uno', () => {
    const demo = (metadata: object) => told({ origine: 'demo', ...metadata });
    expect(demo({ commandId: 'c1' })).toBe(demo({ commandId: 'r1' }));
  });
});
