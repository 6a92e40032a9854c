import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeviceDraft } from '#web/lib/device-drafts.ts';
import { store } from '#web/lib/store.ts';
import { createDraftKeeper } from './draft-keeper.ts';

const OFFERED: DeviceDraft = { at: '2026-11-20T08:00:00.000Z', parts: { testata: 'vecchia', righe: 'vecchie' } };
let stored: DeviceDraft | null;
const keeper = () =>
  createDraftKeeper({
    read: () => stored,
    write: (draft) => {
      stored = draft;
    },
    remove: () => {
      stored = null;
    },
  });
const source = (typed: () => unknown = () => null) => ({ current: { take: typed, restore: vi.fn<(part: unknown) => void>() } });

beforeEach(() => {
  stored = null;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('scrive quando chi scrive si ferma, non a ogni tasto; ciò che aspetta si scrive prima di andarsene', () => {
  const one = keeper();
  const take = vi.fn(() => 'testo');
  one.attach('testata', source(take));
  for (let i = 0; i < 5; i++) {
    one.changed();
    vi.advanceTimersByTime(300);
  }
  expect(take).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(take).toHaveBeenCalledOnce();
  expect(stored?.parts).toEqual({ testata: 'testo' });
  one.flush();
  expect(take).toHaveBeenCalledOnce();
  one.changed();
  one.flush();
  expect([take.mock.calls.length, vi.getTimerCount()]).toEqual([2, 0]);
});

it('tornato com’era, o salvato, non resta niente; la bozza di un’altra finestra sì', () => {
  const one = keeper();
  let typed: string | null = 'testo';
  one.attach(
    'testata',
    source(() => typed),
  );
  one.writeAll();
  typed = null;
  one.writeAll();
  expect(stored).toBeNull();
  const other = keeper();
  other.attach('testata', source());
  stored = OFFERED;
  other.writeAll();
  expect(stored).toBe(OFFERED);
});

describe('ciò che era rimasto', () => {
  it('aspetta la risposta, anche mentre si scrive altro', () => {
    stored = OFFERED;
    const one = keeper();
    one.writeAll();
    expect(stored).toBe(OFFERED);
    one.attach(
      'note',
      source(() => 'nuova'),
    );
    one.writeAll();
    expect(stored.parts).toEqual({ ...OFFERED.parts, note: 'nuova' });
    expect(store.get(one.offer)).toBe(OFFERED);
  });

  it('ripreso va in ogni parte, anche in quella che arriva dopo', () => {
    stored = OFFERED;
    const one = keeper();
    const [header, lines] = [source(() => 'vecchia'), source(() => 'vecchie')];
    const heard = vi.fn();
    store.sub(one.offer, heard);
    one.attach('testata', header);
    one.resume();
    expect(header.current.restore).toHaveBeenCalledExactlyOnceWith('vecchia');
    expect([store.get(one.offer), heard.mock.calls.length]).toEqual([null, 1]);
    one.writeAll();
    expect(stored.parts).toEqual(OFFERED.parts);
    one.attach('righe', lines);
    expect(lines.current.restore).toHaveBeenCalledExactlyOnceWith('vecchie');
    one.resume();
    expect(header.current.restore).toHaveBeenCalledOnce();
  });

  it('scartato se ne va, ciò che si è scritto dopo resta', () => {
    stored = OFFERED;
    const one = keeper();
    one.attach(
      'note',
      source(() => 'nuova'),
    );
    one.discard();
    expect(stored?.parts).toEqual({ note: 'nuova' });
    expect(store.get(one.offer)).toBeNull();
  });
});
