import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { isZip, repackZip } from './unpack-zip.ts';

const text = (letters: string): Uint8Array => new TextEncoder().encode(letters);
const zip = (parts: Record<string, Uint8Array>, level: 0 | 6 = 6): Buffer => Buffer.from(zipSync(parts, { level }));
const END = Buffer.from('PK\u0005\u0006', 'latin1');
const ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
const NOT_A_WORKBOOK = 'non è un foglio di calcolo che si possa leggere';

/** Returns a copy of the archive with one number changed, at the offset `at` from the signature `after`. */
function altered(bytes: Buffer, { after, at }: { after: Buffer; at: number }, value: number, wide = true): Buffer {
  const copy = Buffer.from(bytes);
  const place = copy.lastIndexOf(after) + at;
  if (wide) copy.writeUInt32LE(value, place);
  else copy.writeUInt16LE(value, place);
  return copy;
}

describe('Un foglio di calcolo si apre contando', () => {
  const parts = {
    'xl/workbook.xml': text('<uno/>'.repeat(100)),
    '_rels/.rels': text('due'),
    'xl/media/foto.PNG': text('tre'),
    'xl/Vba.BIN': text('quattro'),
  };

  it('ne restano le parti con dei dati, com’erano e senza compressione', () => {
    for (const level of [0, 6] as const) {
      const whole = repackZip(zip(parts, level));
      expect(Object.keys(unzipSync(whole)).toSorted()).toEqual(['_rels/.rels', 'xl/Vba.BIN', 'xl/workbook.xml']);
      expect(Buffer.from(unzipSync(whole)['xl/workbook.xml']!).toString()).toBe('<uno/>'.repeat(100));
      expect(whole.includes('<uno/><uno/>')).toBe(true);
    }
  });

  it('le parti con campi in più, come le ore che vi scrivono i programmi di Unix, si leggono uguali', () => {
    const times = { 0x5455: Uint8Array.of(1, 0, 0, 0, 0) };
    const whole = repackZip(Buffer.from(zipSync({ 'xl/workbook.xml': [Buffer.from('<uno/>'), { extra: times }] })));
    expect(Buffer.from(unzipSync(whole)['xl/workbook.xml']!).toString()).toBe('<uno/>');
  });

  it('il limite è di tutte le parti insieme, e compreso', () => {
    const half = { 'a.xml': new Uint8Array(524_288), 'b.xml': new Uint8Array(524_288) };
    for (const level of [0, 6] as const) {
      expect(() => repackZip(zip(half, level), 1)).not.toThrow();
      expect(() => repackZip(zip({ ...half, 'c.xml': new Uint8Array(1) }, level), 1)).toThrow('più di 1 MB una volta aperto');
      expect(() => repackZip(zip({ ...half, 'foto.png': new Uint8Array(9) }, level), 1)).not.toThrow();
    }
  });

  it('si riconosce dal suo inizio', () => {
    expect(isZip(zip(parts))).toBe(true);
    expect(isZip(Buffer.from('PK\u0003\u0004', 'latin1'))).toBe(false);
    expect(isZip(Buffer.alloc(100))).toBe(false);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['senza la fine', (bytes) => bytes.subarray(0, bytes.lastIndexOf(END))],
    ['con la fine tagliata', (bytes) => bytes.subarray(0, bytes.length - 1)],
    ['con la fine troppo lontana', (bytes) => Buffer.concat([bytes, Buffer.alloc(65_536)])],
    ['con un elenco che comincia altrove', (bytes) => altered(bytes, { after: END, at: 16 }, 0)],
    ['con un elenco oltre la fine', (bytes) => altered(bytes, { after: END, at: 16 }, 0x7fffffff)],
    ['con una parte in più di quelle che ha', (bytes) => altered(bytes, { after: END, at: 10 }, 5, false)],
    ['con una parte che sta altrove', (bytes) => altered(bytes, { after: ENTRY, at: 42 }, 1)],
    ['compresso in un altro modo', (bytes) => altered(bytes, { after: ENTRY, at: 10 }, 12, false)],
    ['con una parte che non si apre', (bytes) => altered(bytes, { after: ENTRY, at: 20 }, 1)],
  ])('%s si rifiuta', (_how, spoil) => {
    expect(() => repackZip(spoil(zip(parts)))).toThrow(NOT_A_WORKBOOK);
  });

  it('un commento in fondo, fino al più lungo che può esserci, non dà noia', () => {
    expect(Object.keys(unzipSync(repackZip(Buffer.concat([zip(parts), Buffer.alloc(65_535)]))))).toHaveLength(3);
  });

  it('con troppe parti si rifiuta senza aprirle', () => {
    expect(() => repackZip(altered(zip(parts), { after: END, at: 10 }, 2001, false))).toThrow('più di 2000 parti');
    expect(() => repackZip(altered(zip(parts), { after: END, at: 10 }, 2000, false))).toThrow(NOT_A_WORKBOOK);
  });
});
