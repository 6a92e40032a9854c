import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('la ditta', () => {
  it('è Strato se manca, e scrive lei le mail se non si dice altro', () => {
    for (const env of [{}, { DITTA: '' }, { DITTA: '  ' }])
      expect(readConfig(env)).toMatchObject({ DITTA: 'Strato', MAIL_MITTENTE: 'Strato <strato@localhost>' });
    expect(readConfig({ DITTA: ' Fondazioni Valborra ' })).toMatchObject({
      DITTA: 'Fondazioni Valborra',
      MAIL_MITTENTE: 'Fondazioni Valborra <strato@localhost>',
    });
    expect(readConfig({ DITTA: 'Rossi, "Bianchi" & C. S.r.l.' }).MAIL_MITTENTE).toBe(
      String.raw`"Rossi, \"Bianchi\" & C. S.r.l." <strato@localhost>`,
    );
    expect(readConfig({ DITTA: 'Valborra', MAIL_MITTENTE: 'cantieri@valborra.it' }).MAIL_MITTENTE).toBe('cantieri@valborra.it');
  });

  it('non porta caratteri di controllo nelle mail', () => {
    expect(() => readConfig({ DITTA: 'Valborra\r\nBcc: x@example.it' })).toThrow(/DITTA/);
  });
});
