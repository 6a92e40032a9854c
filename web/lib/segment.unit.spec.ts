import { describe, expect, it } from 'vitest';
import { ultimoSegmento } from './segment.ts';

describe('ultimo segmento di un indirizzo', () => {
  it.each(['A0112', 'A 12/b', 'A#1', 'A&B+C', '100%', 'A%23', 'perché?', '=@:;,'])('è la chiave scritta intera: %s', (chiave) => {
    expect(ultimoSegmento(`/home/macchinari/qrcode/${encodeURIComponent(chiave)}`)).toBe(chiave);
  });

  it('un indirizzo scritto male resta com’è', () => {
    expect(ultimoSegmento('/home/macchinari/qrcode/100%')).toBe('100%');
  });
});
