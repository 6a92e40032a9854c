import { describe, expect, it } from 'vitest';
import { renewalDates } from './renewal-dates.ts';

const YEAR = { mesi: 12, expires: true };

describe('la data di un rinnovo', () => {
  it('è quella dell’intervallo finché non se ne scrive un’altra', () => {
    expect(renewalDates(YEAR, '2026-02-28', null)).toEqual({ scadenza: '2027-02-28', missing: null, hint: 'Dall’intervallo: 12 mesi' });
    expect(renewalDates(YEAR, '2026-02-28', '2026-12-31')).toEqual({
      scadenza: '2026-12-31',
      missing: null,
      hint: 'Anticipata: l’intervallo darebbe 2027-02-28',
    });
  });

  it('manca dove il documento la porta scritta, e non viene prima del rilascio', () => {
    expect(renewalDates({ mesi: null, expires: true }, '2026-02-28', null).missing).toBe('Manca la data scritta sul documento');
    expect(renewalDates(YEAR, '2026-02-28', '2026-02-28').missing).toBe('La scadenza viene dopo il rilascio');
    expect(renewalDates(YEAR, null, null).missing).toBe('Manca il giorno del rilascio');
    expect(renewalDates({ mesi: null, expires: false }, '2026-02-28', null).missing).toBeNull();
  });
});
