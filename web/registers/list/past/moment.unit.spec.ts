// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import { todayInRome } from '#web/lib/format.ts';
import { dayOfMoment, momentInWords, momentParts, momentText } from './moment.ts';
import { namesAt } from './names-at.ts';

describe('il momento di un elenco', () => {
  it.each([
    ['2026-10-01', 'alla fine del 2026-10-01'],
    ['2026-10-01T14:30', 'il 2026-10-01 alle 14:30'],
    ['2026-10-01T12:30:00.000Z', 'il 2026-10-01 alle 14:30'],
    ['domani', 'al momento «domani»'],
  ])('%s si legge %s', (al, words) => expect(momentInWords(al)).toBe(words));

  it('oggi è adesso, e un giorno che deve venire non ha istante', () => {
    expect(momentInWords(todayInRome())).toBe('adesso');
    expect(dayOfMoment(addDays(todayInRome(), 3))).toBe(todayInRome());
    expect(dayOfMoment('2026-10-01T23:30:00.000Z')).toBe('2026-10-02');
  });

  it('un giorno e un’ora fanno un testo, e da un testo tornano', () => {
    expect(momentText('2026-10-01', '')).toBe('2026-10-01');
    expect(momentText('2026-10-01', '14:30')).toBe('2026-10-01T14:30');
    expect(momentParts('2026-10-01T14:30')).toEqual({ day: '2026-10-01', time: '14:30' });
    expect(momentParts('2026-10-01T12:30:00.000Z')).toEqual({ day: '2026-10-01', time: '14:30' });
    expect(momentParts('2026-10-01')).toEqual({ day: '2026-10-01', time: '' });
    expect(momentParts('')).toEqual({ day: null, time: '' });
  });

  it('file e stampe lo dicono, anche dove il nome è prescritto; quelli di oggi no', () => {
    const { names, moment } = namesAt('ACCISE', 'Accise_elenco', '2026-10-01');
    expect(names).toEqual({
      title: 'Accise_elenco',
      file: 'Accise_elenco_al_2026-10-01_2359',
      above: 'Accise_elenco al 2026-10-01 23:59',
      moment: '2026-10-01 23:59',
    });
    expect(moment).toEqual({ words: '2026-10-01 23:59', day: '2026-10-01' });
    expect(namesAt('ACCISE', undefined, undefined)).toEqual({ names: { title: 'ACCISE', file: undefined } });
  });
});
