import { expect, it } from 'vitest';
import { difference } from './difference.ts';

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
