import { describe, expect, it } from 'vitest';
import { forgetSession, readSession, writeSession, type LocaleSession } from './session-storage.ts';

function memory() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      items.set(key, value);
    },
    removeItem: (key: string) => {
      items.delete(key);
    },
  };
}
const stores = () => ({ session: memory(), local: memory() });
const laura: LocaleSession = {
  token: 't',
  memberID: 'l.ferretti',
  groupID: 2,
  name: 'Laura Ferretti',
  email: null,
  gruppo: 'Amministratori',
  marcatore: 'admin',
  permessi: {},
  ricordami: false,
  dovere: null,
  archivioUrl: null,
  ditta: 'Strato',
  scade: '2026-11-20T20:00:00Z',
};

describe('dati della sessione', () => {
  it('senza Ricordami finiscono con il browser', () => {
    const s = stores();
    writeSession(s, laura);
    expect([s.session.items.size, s.local.items.size]).toEqual([1, 0]);
    expect(readSession(s)).toEqual(laura);
  });
  it('con Ricordami restano, in un posto solo', () => {
    const s = stores();
    writeSession(s, laura);
    writeSession(s, { ...laura, ricordami: true });
    expect([s.session.items.size, s.local.items.size]).toEqual([0, 1]);
    expect(readSession(s)).toMatchObject({ ricordami: true });
  });
  it('uscendo spariscono tutti', () => {
    const s = stores();
    writeSession(s, laura);
    forgetSession(s);
    expect(readSession(s)).toBeNull();
  });
  it('dati guasti valgono come nessuna sessione', () => {
    for (const text of ['{', 'null', '{}', '{"token":1}', '"x"']) {
      const s = stores();
      s.session.setItem('strato.sessione', text);
      expect(readSession(s)).toBeNull();
    }
  });
});
