// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { catalogue } from '#web/catalogue.ts';
import { detailPattern } from '../registers/addresses.ts';
import { MENU_ORDER } from '#contracts/modules/cerca/search-hit.ts';
import { PORTAL } from './index.ts';

const paths = PORTAL.screens.map((screen) => screen.path);

describe('le schermate dei registri', () => {
  it.each(['accise', 'manutenzioni', 'noleggi', 'tipologia', 'meccanici', 'elencoManutenzioni', 'cantieri'])(
    '%s: elenco e scheda sono agli indirizzi della definizione',
    (path) => {
      const def = catalogue.registerOrThrow(path);
      expect(paths).toContain(def.list.route);
      expect(paths).toContain(detailPattern(def));
    },
  );

  it('nessun indirizzo è di due schermate, e nessuno è coperto da uno più largo che lo precede', () => {
    expect(new Set(paths).size).toBe(paths.length);
    paths.forEach((path, i) => {
      const covering = paths.slice(0, i).find((earlier) => new RegExp(`^${earlier.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));
      expect(covering, path).toBeUndefined();
    });
  });

  it('un registro che vive da sé ha elenco e scheda senza che nessuno li scriva', () => {
    const alone = catalogue.registers.filter((def) => def.parent === undefined && !['users', 'groups', 'commenti'].includes(def.path));
    expect(alone.length).toBeGreaterThan(5);
    for (const def of alone) expect(paths, def.path).toEqual(expect.arrayContaining([def.list.route, detailPattern(def)]));
  });

  it('un registro che vive in un altro ha solo ciò che gli è scritto: la scheda del periodo di noleggio', () => {
    const addresses = new Set(
      catalogue.registers.filter((def) => def.parent === undefined).flatMap((def) => [def.list.route, detailPattern(def)]),
    );
    const inside = catalogue.registers
      .filter((def) => def.parent !== undefined)
      .flatMap((def) => [def.list.route, detailPattern(def)])
      .filter((path) => !addresses.has(path));
    expect(paths.filter((path) => inside.includes(path))).toEqual(['/home/noleggi/dettaglio-noleggi/:id']);
  });
});

describe('la ricerca in tutti i registri', () => {
  it('ordina i registri come il menu', () => {
    const places = PORTAL.navigation.menus.flatMap(({ gruppi }) => gruppi.flatMap(({ entries }) => entries.map(({ href }) => href)));
    const registers = places.flatMap((href) => catalogue.registers.find(({ list }) => list.route === href)?.path ?? []);
    expect(MENU_ORDER).toEqual(registers);
  });
});
