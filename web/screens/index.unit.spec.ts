import { describe, expect, it } from 'vitest';
import { register } from '#contracts/registers/index.ts';
import { detailPattern } from '../registers/addresses.ts';
import { SCHERMATE } from './index.ts';

const paths = SCHERMATE.map((schermata) => schermata.path);

describe('le schermate dei registri', () => {
  it.each(['accise', 'manutenzioni', 'noleggi', 'tipologia', 'meccanici', 'elencoManutenzioni', 'cantieri'])('%s: elenco e scheda sono agli indirizzi della definizione', (path) => {
    const def = register(path)!;
    expect(paths).toContain(def.list.route);
    expect(paths).toContain(detailPattern(def));
  });

  it('nessun indirizzo è di due schermate, e nessuno è coperto da uno più largo che lo precede', () => {
    expect(new Set(paths).size).toBe(paths.length);
    paths.forEach((path, i) => {
      const covering = paths.slice(0, i).find((earlier) => new RegExp(`^${earlier.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));
      expect(covering, path).toBeUndefined();
    });
  });
});
