import { describe, expect, it } from 'vitest';
import { answerDraft, draftValues, dropDraft, leaveDraft, returnAddress } from './drafts.ts';

function store(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (k: string) => items.get(k) ?? null,
    setItem: (k: string, v: string) => void items.set(k, v),
    removeItem: (k: string) => void items.delete(k),
  } as unknown as Storage;
}

describe('creare dal selettore e tornare', () => {
  const address = '/home/accise/nuovo?matricola=A1';

  it('ciò che era scritto torna con il valore creato', () => {
    const s = store();
    leaveDraft(s, address, { ore: 12, cantiere: null }, 'cantiere');
    expect(answerDraft(s, address, '0412')).toBe(true);
    expect(draftValues(s, address)).toEqual({ ore: 12, cantiere: '0412' });
  });

  it('chi rinuncia a creare ritrova ciò che era scritto', () => {
    const s = store();
    leaveDraft(s, address, { ore: 12, cantiere: '0001' }, 'cantiere');
    expect(draftValues(s, address)).toEqual({ ore: 12, cantiere: '0001' });
  });

  it('si riprende solo al suo indirizzo, e finché non è ripresa', () => {
    const s = store();
    leaveDraft(s, address, { ore: 1 }, 'cantiere');
    expect(draftValues(s, '/home/accise/7')).toBeNull();
    expect(draftValues(s, address)).toEqual({ ore: 1 });
    dropDraft(s, address);
    expect(draftValues(s, address)).toBeNull();
    expect(answerDraft(s, address, '0412')).toBe(false);
  });

  it('una bozza rovinata vale come nessuna', () => {
    const s = store();
    s.setItem(`strato.bozza.${address}`, '{rotto');
    expect(draftValues(s, address)).toBeNull();
  });

  it.each([
    ['?ritorno=%2Fhome%2Faccise%2F7', '/home/accise/7'],
    ['?ritorno=https://altrove.it', null],
    ['?ritorno=//altrove.it', null],
    ['?ritorno=/\\altrove.it', null],
    ['', null],
  ])('si torna solo a un indirizzo del portale: %s', (search, expected) => {
    expect(returnAddress(search)).toBe(expected);
  });
});
