import { describe, expect, it } from 'vitest';
import { lastSegment } from './segment.ts';

describe('ultimo segmento di un indirizzo', () => {
  it.each(['A0112', 'A 12/b', 'A#1', 'A&B+C', '100%', 'A%23', 'perché?', '=@:;,'])('è la chiave scritta intera: %s', (key) => {
    expect(lastSegment(`/home/macchinari/qrcode/${encodeURIComponent(key)}`)).toBe(key);
  });

  it('un indirizzo scritto male resta com’è', () => {
    expect(lastSegment('/home/macchinari/qrcode/100%')).toBe('100%');
  });
});
