import { describe, expect, it } from 'vitest';
import { accessoQr, qrAddress, qrPath } from './qr-address.ts';

describe('indirizzo di un codice QR', () => {
  it('è assoluto e porta alla pagina della matricola', () => {
    expect(qrAddress('https://portale.esempio.it', 'macchinari', 'A0112')).toBe('https://portale.esempio.it/home/macchinari/qrcode/A0112');
  });

  it.each(['A 12', 'A#1?b=2', 'perché', '100%', 'A&B'])('la matricola %s resta un solo segmento', (matricola) => {
    const url = new URL(qrAddress('http://10.0.0.5:3000', 'macchinari', matricola));
    expect([url.hash, url.search, url.pathname.split('/').length]).toEqual(['', '', 5]);
    expect(decodeURIComponent(url.pathname.split('/').at(-1)!)).toBe(matricola);
    expect(qrPath('macchinari', matricola)).toBe(url.pathname);
  });

  it('l’accesso porta con sé dove tornare', () => {
    const url = new URL(accessoQr('macchinari', 'A&1'), 'http://x');
    expect([url.pathname, url.searchParams.get('tipo'), url.searchParams.get('id')]).toEqual(['/login-qr', 'macchinari', 'A&1']);
  });
});
