import { createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '#contracts/core/events.ts';
import { forgottenValue, openValue, sealValue, valueKey } from './cipher.ts';
import { isSealed } from '#contracts/core/personal-data.ts';

const key = randomBytes(32);
const place = { stream: 'personale-1187', field: 'cognome' };
const whose = { subject: 'personale/1187', forgotten: 'dimenticato' };

describe('Il sigillo di un valore personale', () => {
  test('ogni valore JSON torna com’era, e non si legge nel registro', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.string(), (value, stream, field) => {
        const clean = JSON.parse(JSON.stringify(value)) as Json;
        const sealed = sealValue(key, { stream, field }, clean, whose);
        expect(isSealed(sealed)).toBe(true);
        expect(openValue(key, { stream, field }, JSON.parse(JSON.stringify(sealed)) as typeof sealed)).toEqual(clean);
      }),
    );
    expect(JSON.stringify(sealValue(key, place, 'Garibaldi', whose))).not.toContain('Garibaldi');
  });

  test('lo stesso valore ha ogni volta un altro sigillo', () => {
    expect(sealValue(key, place, 'Rossi', whose).sigillato).not.toBe(sealValue(key, place, 'Rossi', whose).sigillato);
  });

  test('non si apre alterato, spostato in un altro campo o flusso, né con un’altra chiave', () => {
    const sealed = sealValue(key, place, 'Rossi', whose);
    expect(() => openValue(randomBytes(32), place, sealed)).toThrow();
    expect(() => openValue(key, { ...place, field: 'nome' }, sealed)).toThrow();
    expect(() => openValue(key, { ...place, stream: 'personale-1188' }, sealed)).toThrow();
    const bytes = Buffer.from(sealed.sigillato, 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const altered = Buffer.from(bytes);
      altered[at]! ^= 1;
      expect(() => openValue(key, place, { ...sealed, sigillato: altered.toString('base64url') })).toThrow();
    }
    for (const cut of ['', 'AAAA', sealed.sigillato.slice(0, -4)])
      expect(() => openValue(key, place, { ...sealed, sigillato: cut })).toThrow();
  });

  test('la forma registrata non cambia: AES-256-GCM con HMAC-SHA-256 di nonce e posto, come la fa Node', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.string(), fc.string(), fc.string(), (bytes, stream, field, value) => {
        const own = Buffer.from(bytes);
        const sealed = sealValue(own, { stream, field }, value, whose);
        const [recorded, bound] = [Buffer.from(sealed.sigillato, 'base64url'), JSON.stringify([stream, field])];
        const expected = createHmac('sha256', own).update(recorded.subarray(0, 12)).update(bound).digest();
        expect(valueKey(own, { stream, field }, sealed)).toEqual(expected);
        const decipher = createDecipheriv('aes-256-gcm', expected, recorded.subarray(0, 12)).setAAD(Buffer.from(bound));
        decipher.setAuthTag(recorded.subarray(-16));
        expect(JSON.parse(Buffer.concat([decipher.update(recorded.subarray(12, -16)), decipher.final()]).toString())).toBe(value);
      }),
    );
  });

  test('senza chiave si legge ciò che il valore lascia', () => {
    expect(forgottenValue(sealValue(key, place, 'Rossi', whose))).toBe('dimenticato');
    expect(forgottenValue(sealValue(key, place, '1980-02-03', { ...whose, forgotten: null }))).toBeNull();
  });

  test.each<Json>([null, 'testo', 3, ['a'], {}, { sigillato: 'x' }, { di: 'personale/1' }, { sigillato: 1, di: 'x' }])(
    '%j non è un sigillo',
    (value) => {
      expect(isSealed(value)).toBe(false);
    },
  );
});
