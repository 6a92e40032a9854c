import { describe, expect, it } from 'vitest';
import { isOverdue, isTestDue, nextBackup, nightOf } from './backup-state.ts';

const at = (text: string) => new Date(text);

describe('Quando si salva', () => {
  it('la notte è quella la cui ora è passata, all’ora di Roma', () => {
    expect(nightOf(at('2026-11-23T00:59:59Z'), '02:00')).toBe('2026-11-22');
    expect(nightOf(at('2026-11-23T01:00:00Z'), '02:00')).toBe('2026-11-23');
    expect(nightOf(at('2026-07-23T00:00:00Z'), '02:00')).toBe('2026-07-23');
    expect(nextBackup(at('2026-11-23T00:59:59Z'), '02:00').toISOString()).toBe('2026-11-23T01:00:00.000Z');
    expect(nextBackup(at('2026-11-23T01:00:00Z'), '02:00').toISOString()).toBe('2026-11-24T01:00:00.000Z');
  });

  it('la notte in cui l’ora cambia ne ha una sola anche lei', () => {
    // on the last Sunday of March 02:30 does not exist in Rome, on that of October it comes twice
    expect(nextBackup(at('2026-03-28T12:00:00Z'), '02:30').getTime()).toBeGreaterThan(at('2026-03-29T00:00:00Z').getTime());
    expect(nightOf(at('2026-03-29T12:00:00Z'), '02:30')).toBe('2026-03-29');
    expect(nightOf(at('2026-10-25T12:00:00Z'), '02:30')).toBe('2026-10-25');
  });

  it('è in ritardo dopo un giorno e due ore, e la prova tocca ogni settimana', () => {
    const good = at('2026-11-22T01:00:00Z');
    expect(isOverdue(at('2026-11-23T03:00:00Z'), good)).toBe(false);
    expect(isOverdue(at('2026-11-23T03:00:01Z'), good)).toBe(true);
    expect(isTestDue(good, null)).toBe(true);
    expect(isTestDue(at('2026-11-28T01:05:00Z'), good)).toBe(false);
    expect(isTestDue(at('2026-11-29T01:00:00Z'), good)).toBe(true);
  });
});
