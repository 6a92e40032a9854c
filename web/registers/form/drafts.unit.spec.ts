import { describe, expect, it } from 'vitest';
import { draftCipher } from '#web/lib/draft-cipher.ts';
import { answerDraft, draftValues, draftWaits, dropDraft, leaveDraft, returnAddress } from './drafts.ts';

function store(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (k: string) => items.get(k) ?? null,
    setItem: (k: string, v: string) => void items.set(k, v),
    removeItem: (k: string) => void items.delete(k),
  } as unknown as Storage;
}

const ANNA = draftCipher('A'.repeat(43));

describe('creare dal selettore e tornare', () => {
  const address = '/home/accise/nuovo?matricola=A1';

  it('ciò che era scritto torna con il valore creato', () => {
    const s = store();
    leaveDraft(s, ANNA, address, { values: { ore: 12, cantiere: null }, campo: 'cantiere' });
    expect(answerDraft(s, ANNA, address, '0412')).toBe(true);
    expect(draftValues(s, ANNA, address)).toEqual({ ore: 12, cantiere: '0412' });
  });

  it('chi rinuncia a creare ritrova ciò che era scritto', () => {
    const s = store();
    leaveDraft(s, ANNA, address, { values: { ore: 12, cantiere: '0001' }, campo: 'cantiere' });
    expect(draftValues(s, ANNA, address)).toEqual({ ore: 12, cantiere: '0001' });
  });

  it('si riprende solo al suo indirizzo, e finché non è ripresa', () => {
    const s = store();
    leaveDraft(s, ANNA, address, { values: { ore: 1 }, campo: 'cantiere' });
    expect(draftValues(s, ANNA, '/home/accise/7')).toBeNull();
    expect(draftValues(s, ANNA, address)).toEqual({ ore: 1 });
    dropDraft(s, address);
    expect(draftValues(s, ANNA, address)).toBeNull();
    expect(answerDraft(s, ANNA, address, '0412')).toBe(false);
  });

  it('nella stessa finestra non si legge, né si riprende, da un’altra persona; e senza chiave non si scrive', () => {
    const s = store();
    leaveDraft(s, ANNA, address, { values: { nota: 'cardiopatico' }, campo: 'cantiere' });
    expect(s.getItem(`strato.bozza.${address}`)).not.toContain('cardiopatico');
    for (const other of [draftCipher(`B${'A'.repeat(42)}`), null]) {
      expect(draftValues(s, other, address)).toBeNull();
      expect(answerDraft(s, other, address, '1')).toBe(false);
    }
    expect([draftWaits(s, address), draftWaits(s, '/altrove')]).toEqual([true, false]);
    leaveDraft(s, null, '/altrove', { values: { nota: 'cardiopatico' }, campo: 'cantiere' });
    expect(draftWaits(s, '/altrove')).toBe(false);
  });

  it('una bozza rovinata vale come nessuna', () => {
    const s = store();
    s.setItem(`strato.bozza.${address}`, '{rotto');
    expect(draftValues(s, ANNA, address)).toBeNull();
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
