import { describe, expect, it } from 'vitest';
import { qrAddress } from '#web/modules/qrcode/qr-address.ts';
import { firstOurs, scannedCode } from './scanned-code.ts';

const HOST = 'portale.esempio:3000';
const read = (text: string) => scannedCode(text, HOST);

describe('ciò che dice un codice letto', () => {
  it.each([
    ['macchinari', 'A0021'],
    ['macchinari', 'A&1 ì/2#%'],
    ['personale', '1181'],
  ] as const)('i codici del portale aprono il loro record: %s %s', (kind, id) => {
    expect(read(qrAddress(`https://${HOST}`, kind, id))).toEqual({ kind, id });
  });

  it('di più codici nella stessa inquadratura vale il nostro; senza nostri, si dice del primo', () => {
    const [ours, theirs] = [qrAddress(`https://${HOST}`, 'macchinari', 'A1'), 'https://altrove.esempio/x'];
    expect(firstOurs([theirs, ours], HOST)).toEqual({ kind: 'macchinari', id: 'A1' });
    expect(firstOurs([theirs, 'testo'], HOST)).toEqual({ refusal: expect.stringContaining('altrove.esempio') });
  });

  it('un portale passato a https legge ancora le sue etichette', () =>
    expect(read(`http://${HOST}/home/macchinari/qrcode/A1`)).toEqual({ kind: 'macchinari', id: 'A1' }));

  it.each([
    ['un altro sito con lo stesso percorso', 'https://truffa.esempio/home/macchinari/qrcode/A1'],
    ['un nome che comincia come il nostro', `https://${HOST.replace(':', '.')}.truffa.esempio/home/macchinari/qrcode/A1`],
    ['il nostro nome davanti alla chiocciola', 'https://portale.esempio@truffa.esempio/home/macchinari/qrcode/A1'],
    ['un nome utente davanti al nostro', `https://truffa@${HOST}/home/macchinari/qrcode/A1`],
    ['un’altra porta', 'https://portale.esempio:4000/home/macchinari/qrcode/A1'],
  ])('chi porta fuori è rifiutato, e si dice dove: %s', (_what, text) => {
    expect(read(text)).toEqual({ refusal: expect.stringMatching(/^Il codice porta a [a-z.0-9]+, fuori dal portale/) });
  });

  it.each([
    ['un testo', 'A0021'],
    ['niente', '  '],
    ['codice che si esegue', 'javascript:alert(1)'],
    ['un numero di telefono', 'tel:+390301234567'],
    ['una pagina del portale che non è di un codice', `https://${HOST}/home/macchinari/A1`],
    ['un tipo che non c’è', `https://${HOST}/home/cantieri/qrcode/A1`],
    ['una via di traverso', `https://${HOST}/home/macchinari/qrcode/../../../api/logout`],
    ['senza matricola', `https://${HOST}/home/macchinari/qrcode/`],
    ['una matricola di soli spazi', `https://${HOST}/home/macchinari/qrcode/%20`],
    ['una matricola che non si legge', `https://${HOST}/home/macchinari/qrcode/%E0%A4`],
    ['una matricola senza fine', `https://${HOST}/home/macchinari/qrcode/${'A'.repeat(256)}`],
  ])('il resto non è nostro: %s', (_what, text) => {
    expect(read(text)).toEqual({ refusal: expect.stringContaining('non è di una macchina') });
  });
});
