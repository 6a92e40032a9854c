import { describe, expect, it } from 'vitest';
import { scadenzaTone } from './deadline.ts';

describe('il tono di una scadenza', () => {
  const todayInRome = '2026-11-21';
  it.each([
    [null, null],
    ['', null],
    ['2026-11-20', 'danger-solid'],
    ['2026-11-21', 'danger-solid'],
    ['2026-11-22', 'warn'],
    ['2026-12-21', 'warn'],
    ['2026-12-22', 'neutral'],
  ] as const)('%s è %s', (date, tone) => expect(scadenzaTone(date, todayInRome)).toBe(tone));
});
