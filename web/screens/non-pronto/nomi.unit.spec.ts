import { describe, expect, it } from 'vitest';
import { nomeSchermata } from './nomi.ts';

describe('schermate che ancora non ci sono', () => {
  it('si chiamano con il loro nome, anche nei dettagli', () => {
    expect(nomeSchermata('/home/noleggi')).toBe('Noleggi');
    expect(nomeSchermata('/home/noleggi/dettaglio-noleggi')).toBe('Noleggi');
    expect(nomeSchermata('/membership/12')).toBe('Profilo e utenti');
    expect(nomeSchermata('/home/trpwco')).toBe("Contabilita' lavoratori");
  });
  it('un indirizzo che non è del portale non ha nome', () => {
    expect(nomeSchermata('/home/noleggiatori')).toBeNull();
    expect(nomeSchermata('/qualcosa')).toBeNull();
  });
});
