// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDeviceDraft, removeDeviceDraft, removeDeviceDraftsOf, writeDeviceDraft, type DraftOwner } from './device-drafts.ts';
import { draftCipher } from './draft-cipher.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const DRAFT = { at: NOW.toISOString(), parts: { accise: { ore: 5, note: 'perché è così: 10 €' } } };
const person = (user: string, letter: string): DraftOwner => ({ user, cipher: draftCipher(letter + 'A'.repeat(42)) });
const [ANNA, BRUNO, ANNA_B] = [person('anna', 'A'), person('bruno', 'B'), person('anna/b', 'C')] as const;
const lying = () =>
  Object.keys(localStorage)
    .map((key) => `${key} ${localStorage.getItem(key)}`)
    .join('\n');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('è di una persona e di un record', () => {
  writeDeviceDraft(localStorage, ANNA, 'accise/3', DRAFT);
  expect(readDeviceDraft(localStorage, ANNA, 'accise/3')).toEqual(DRAFT);
  expect(readDeviceDraft(localStorage, ANNA, 'accise/4')).toBeNull();
  expect(readDeviceDraft(localStorage, BRUNO, 'accise/3')).toBeNull();
  removeDeviceDraft(localStorage, ANNA, 'accise/3');
  expect(localStorage.length).toBe(0);
});

it('sul dispositivo non si legge: né ciò che è scritto, né di quale record; due volte lo stesso non è uguale', () => {
  writeDeviceDraft(localStorage, ANNA, 'personale/nuovo?cognome=Rossi', DRAFT);
  const once = lying();
  expect(once).not.toMatch(/accise|perch|Rossi|personale|nuovo|ore/);
  writeDeviceDraft(localStorage, ANNA, 'personale/nuovo?cognome=Rossi', DRAFT);
  expect([localStorage.length, lying() === once]).toEqual([1, false]);
});

it('con il nome di chi l’ha scritta e la chiave di un altro non si apre, nemmeno spostata o ritoccata', () => {
  writeDeviceDraft(localStorage, ANNA, 'accise/3', DRAFT);
  const stolen = { user: 'anna', cipher: BRUNO.cipher };
  expect(readDeviceDraft(localStorage, stolen, 'accise/3')).toBeNull();
  const [key = ''] = Object.keys(localStorage);
  const sealed = localStorage.getItem(key)!;
  localStorage.setItem(`strato.bozze.anna/${BRUNO.cipher.place('accise/3')}`, sealed);
  expect(readDeviceDraft(localStorage, stolen, 'accise/3')).toBeNull();
  const { at, chiuso } = JSON.parse(sealed) as { at: string; chiuso: string };
  for (const i of [0, 20, chiuso.length - 2]) {
    localStorage.setItem(key, JSON.stringify({ at, chiuso: chiuso.slice(0, i) + (chiuso[i] === 'x' ? 'y' : 'x') + chiuso.slice(i + 1) }));
    expect(readDeviceDraft(localStorage, ANNA, 'accise/3')).toBeNull();
  }
  expect(readDeviceDraft(localStorage, { user: 'anna', cipher: ANNA.cipher }, 'accise/4')).toBeNull();
});

it('quelle di prima, che giacciono aperte, chi le ha scritte le ritrova e le chiude; di altri restano a loro', () => {
  localStorage.setItem('strato.bozze.anna/accise/3', JSON.stringify(DRAFT));
  localStorage.setItem('strato.bozze.anna/accise/4', JSON.stringify(DRAFT));
  localStorage.setItem('strato.bozze.bruno/accise/3', JSON.stringify(DRAFT));
  const newer = { ...DRAFT, at: new Date(NOW.getTime() + 1).toISOString() };
  writeDeviceDraft(localStorage, ANNA, 'accise/4', newer);
  expect(readDeviceDraft(localStorage, ANNA, 'accise/3')).toEqual(DRAFT);
  expect(readDeviceDraft(localStorage, ANNA, 'accise/4')).toEqual(newer);
  expect(Object.keys(localStorage).filter((key) => key.includes('accise'))).toEqual(['strato.bozze.bruno/accise/3']);
  expect(readDeviceDraft(localStorage, BRUNO, 'accise/3')).toEqual(DRAFT);
  expect(lying()).not.toContain('accise');
});

it('chi esce non lascia niente, gli altri ritrovano le loro', () => {
  for (const [who, name] of [
    [ANNA, 'accise/3'],
    [ANNA, 'macchinari/A 1'],
    [ANNA_B, 'accise/3'],
  ] as const)
    writeDeviceDraft(localStorage, who, name, DRAFT);
  localStorage.setItem('strato.tema', 'dark');
  removeDeviceDraftsOf(localStorage, 'anna');
  expect(readDeviceDraft(localStorage, ANNA_B, 'accise/3')).toEqual(DRAFT);
  expect(localStorage.length).toBe(2);
});

it('dopo quattordici giorni è dimenticata, di chiunque sia, come una che non si legge', () => {
  writeDeviceDraft(localStorage, ANNA, 'accise/3', DRAFT);
  localStorage.setItem('strato.bozze.anna/accise/4', '{');
  localStorage.setItem('strato.bozze.anna/accise/5', '{"at":"mai","parts":{}}');
  localStorage.setItem('strato.bozze.anna/accise/6', '{"at":"mai","chiuso":"x"}');
  vi.setSystemTime(NOW.getTime() + 14 * 86_400_000);
  expect(readDeviceDraft(localStorage, ANNA, 'accise/3')).toEqual(DRAFT);
  expect(localStorage.length).toBe(1);
  vi.setSystemTime(NOW.getTime() + 14 * 86_400_000 + 1);
  expect(readDeviceDraft(localStorage, BRUNO, 'accise/3')).toBeNull();
  expect(localStorage.length).toBe(0);
});

it('un dispositivo pieno non ferma il modulo, e non perde una bozza di prima', () => {
  localStorage.setItem('strato.bozze.anna/accise/3', JSON.stringify(DRAFT));
  const full = new Proxy(localStorage, {
    get: (target, name) =>
      name === 'setItem'
        ? () => {
            throw new DOMException('QuotaExceededError');
          }
        : typeof Reflect.get(target, name) === 'function'
          ? (Reflect.get(target, name) as () => unknown).bind(target)
          : Reflect.get(target, name),
  });
  expect(writeDeviceDraft(full, ANNA, 'accise/3', DRAFT)).toBe(false);
  readDeviceDraft(full, ANNA, 'accise/3');
  expect(localStorage.getItem('strato.bozze.anna/accise/3')).toBe(JSON.stringify(DRAFT));
});
