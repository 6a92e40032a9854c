import { expect, it } from 'vitest';
import { changeInWords, difference } from './difference.ts';
import { previousInWords } from './period-steps.ts';

it('la differenza ha il suo segno, e non c’è dove prima non c’era niente', () => {
  expect([
    difference(112, 100),
    difference(96.5, 100),
    difference(100.04, 100),
    difference(100, 100),
    difference(5, 0),
    difference(-50, -100),
    difference(50, -100),
    difference(1234, 100),
  ]).toEqual(['+12 %', '−3,5 %', 'uguale', 'uguale', null, '+50 %', '+150 %', '+1.134 %']);
});

it('in parole si dice su che cosa', () => {
  const words = (dal: string, al: string, now = 112) => changeInWords(now, 100, previousInWords({ dal, al }));
  expect([
    words('2026-11-01', '2026-11-30'),
    words('2026-01-01', '2026-12-31'),
    words('2026-11-16', '2026-11-22'),
    words('2026-11-10', '2026-11-10'),
    words('2026-11-10', '2026-11-12'),
    words('2026-11-01', '2026-11-30', 100),
    changeInWords(5, 0, 'ottobre'),
  ]).toEqual([
    '+12 % su ottobre',
    '+12 % sul 2025',
    '+12 % sulla settimana prima',
    '+12 % sul giorno prima',
    '+12 % sui 3 giorni prima',
    'come ottobre',
    'niente nel periodo prima',
  ]);
});
