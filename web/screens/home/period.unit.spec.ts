import { expect, test } from 'vitest';
import { addDays } from '#contracts/core/dates.ts';
import { daysOf } from './period.ts';

test('fino a due mesi il grafico ha ogni giorno, oltre solo quelli che hanno qualcosa', () => {
  const first = '2026-07-01';
  const named = ['2026-08-10', '2026-07-03', '2026-08-10'];
  const twoMonths = daysOf({ dal: first, al: '2026-08-31' }, named);
  expect(twoMonths).toEqual(Array.from({ length: 62 }, (_, n) => addDays(first, n)));
  expect(daysOf({ dal: first, al: '2026-09-01' }, named)).toEqual(['2026-07-03', '2026-08-10']);
});
