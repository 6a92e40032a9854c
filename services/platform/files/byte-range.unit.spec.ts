import { describe, expect, it } from 'vitest';
import { requestedRange } from './byte-range.ts';

describe('intervallo di byte', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=95-1000', { start: 95, end: 99 }],
    ['bytes=99-99', { start: 99, end: 99 }],
    ['bytes=100-', 'fuori'],
    ['bytes=-0', 'fuori'],
    ['bytes=9-0', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['righe=0-1', null],
    ['bytes=a-b', null],
    [undefined, null],
  ])('%s di 100 byte', (header, expected) => {
    expect(requestedRange(header, 100)).toEqual(expected);
  });

  it('di un file vuoto non c’è nessuna parte', () => {
    expect(requestedRange('bytes=0-', 0)).toBe('fuori');
    expect(requestedRange('bytes=-5', 0)).toBe('fuori');
  });
});
