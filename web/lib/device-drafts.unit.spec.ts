// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readDeviceDraft, removeDeviceDraft, removeDeviceDraftsOf, writeDeviceDraft } from './device-drafts.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const DRAFT = { at: NOW.toISOString(), parts: { accise: { ore: 5 } } };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('è di una persona e di un record', () => {
  writeDeviceDraft(localStorage, 'anna', 'accise/3', DRAFT);
  expect(readDeviceDraft(localStorage, 'anna', 'accise/3')).toEqual(DRAFT);
  expect(readDeviceDraft(localStorage, 'anna', 'accise/4')).toBeNull();
  expect(readDeviceDraft(localStorage, 'bruno', 'accise/3')).toBeNull();
  removeDeviceDraft(localStorage, 'anna', 'accise/3');
  expect(localStorage.length).toBe(0);
});

it('chi esce non lascia niente, gli altri ritrovano le loro', () => {
  for (const [who, name] of [
    ['anna', 'accise/3'],
    ['anna', 'macchinari/A 1'],
    ['anna/b', 'accise/3'],
  ] as const)
    writeDeviceDraft(localStorage, who, name, DRAFT);
  localStorage.setItem('strato.tema', 'dark');
  removeDeviceDraftsOf(localStorage, 'anna');
  expect(readDeviceDraft(localStorage, 'anna/b', 'accise/3')).toEqual(DRAFT);
  expect(localStorage.length).toBe(2);
});

it('dopo quattordici giorni è dimenticata, come una che non si legge', () => {
  writeDeviceDraft(localStorage, 'anna', 'accise/3', DRAFT);
  localStorage.setItem('strato.bozze.anna/accise/4', '{');
  localStorage.setItem('strato.bozze.anna/accise/5', '{"at":"mai","parts":{}}');
  vi.setSystemTime(NOW.getTime() + 14 * 86_400_000);
  expect(readDeviceDraft(localStorage, 'anna', 'accise/3')).toEqual(DRAFT);
  expect(localStorage.length).toBe(1);
  vi.setSystemTime(NOW.getTime() + 14 * 86_400_000 + 1);
  expect(readDeviceDraft(localStorage, 'anna', 'accise/3')).toBeNull();
  expect(localStorage.length).toBe(0);
});

it('un dispositivo pieno non ferma il modulo', () => {
  const full = {
    ...localStorage,
    setItem: () => {
      throw new DOMException('QuotaExceededError');
    },
  } as unknown as Storage;
  expect(writeDeviceDraft(full, 'anna', 'accise/3', DRAFT)).toBe(false);
});
