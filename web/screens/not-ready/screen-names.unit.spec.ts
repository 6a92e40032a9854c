import { describe, expect, it } from 'vitest';
import { screenName } from './screen-names.ts';

describe('schermate che ancora non ci sono', () => {
  it('si chiamano con il loro nome, anche nei dettagli', () => {
    expect(screenName('/home/noleggi')).toBe('Noleggi');
    expect(screenName('/home/noleggi/dettaglio-noleggi')).toBe('Noleggi');
    expect(screenName('/membership/12')).toBe('Profilo e utenti');
    expect(screenName('/home/trpwco')).toBe("Contabilita' lavoratori");
  });
  it('un indirizzo che non è del portale non ha nome', () => {
    expect(screenName('/home/noleggiatori')).toBeNull();
    expect(screenName('/qualcosa')).toBeNull();
  });
});
