import { describe, expect, it } from 'vitest';
import { destinationOf } from './destination.ts';

describe('dove porta l’accesso da un codice QR', () => {
  it('alla pagina dello stato di navigazione, altrimenti a quella dell’indirizzo', () => {
    expect(destinationOf({ tipo: 'macchinari', id: 'A0112' }, '?tipo=macchinari&id=B1')?.href).toBe('/home/macchinari/qrcode/A0112');
    expect(destinationOf(null, '?tipo=personale&id=12')?.href).toBe('/home/personale/qrcode/12');
    expect(destinationOf({ tipo: 'personale', id: 12 }, '')?.href).toBe('/home/personale/qrcode/12');
    expect(destinationOf({ altro: 1 }, '?tipo=macchinari&id=A%2312')?.href).toBe('/home/macchinari/qrcode/A%2312');
  });

  it('chi viene da quella pagina torna indietro di un passo; l’indirizzo non può dirlo', () => {
    expect(destinationOf({ tipo: 'macchinari', id: 'A1', dallaPagina: true }, '')?.dallaPagina).toBe(true);
    expect(destinationOf(null, '?tipo=macchinari&id=A1&dallaPagina=true')?.dallaPagina).toBe(false);
  });

  it('con un’azione scelta sulla pagina si va avanti a quella; una che non c’è non conta', () => {
    expect(destinationOf({ tipo: 'macchinari', id: 'A1', action: 'lettura', dallaPagina: true }, '')).toMatchObject({
      href: '/home/macchinari/qrcode/A1?azione=lettura',
      dallaPagina: false,
    });
    expect(destinationOf(null, '?tipo=macchinari&id=A1&azione=manutenzione')?.href).toBe('/home/macchinari/qrcode/A1?azione=manutenzione');
    for (const action of ['elimina', '//evil.example', ''])
      expect(destinationOf(null, `?tipo=macchinari&id=A1&azione=${action}`)?.href).toBe('/home/macchinari/qrcode/A1');
  });

  it.each([
    '',
    '?tipo=macchinari',
    '?tipo=macchinari&id=',
    '?tipo=macchinari&id=%20',
    '?tipo=users&id=1',
    '?tipo=//evil.example&id=1',
    '?tipo=constructor&id=1',
    '?id=A1',
    '?tipo=macchinari&id=..',
    '?tipo=macchinari&id=.',
    '?tipo=macchinari&id=..%2F..%2Fadmin-page',
    '?tipo=macchinari&id=a%5Cb',
    '?tipo=macchinari&id=a%00b',
    `?tipo=macchinari&id=${'x'.repeat(101)}`,
  ])('non altrove: %s', (search) => {
    expect(destinationOf(null, search)).toBeNull();
  });

  it('quel che segue non esce mai dal portale', () => {
    for (const id of ['https://evil.example', '//evil.example', '?x', '#x', '@evil', ':80', ';', '%2e%2e']) {
      const href = destinationOf({ tipo: 'macchinari', id }, '')?.href;
      if (href === undefined) continue;
      const url = new URL(href, 'http://portale.esempio');
      expect([url.origin, url.pathname.startsWith('/home/macchinari/qrcode/'), url.search, url.hash]).toEqual([
        'http://portale.esempio',
        true,
        '',
        '',
      ]);
    }
  });
});
