import { describe, expect, it } from 'vitest';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { catalogue } from '#web/catalogue.ts';
import * as addresses from './addresses.ts';
import { detailHref, keyInPath } from '#contracts/core/record-address.ts';
import { detailPattern, historyHref, keyOfAddress, newHref, opensHistory } from './addresses.ts';

const listRoute = addresses.listRoute.bind(null, catalogue);

const def = (path: string): AnyRegister => catalogue.registerOrThrow(path);

/** Returns the key of an address, split as by the router. */
function readBack(register: AnyRegister, href: string): string | null {
  const url = new URL(href, 'http://portale');
  const last = decodeURIComponent(url.pathname.split('/').at(-1)!);
  return keyOfAddress(register, keyInPath(register) ? last : undefined, url.search);
}

describe('indirizzi delle schede', () => {
  it('un figlio torna all’elenco del padre', () => {
    expect(listRoute(def('storicoNoleggi'))).toBe('/home/noleggi');
    expect(listRoute(def('accise'))).toBe('/home/accise');
  });

  it('sono quelli della specifica', () => {
    expect(detailHref(def('accise'), 12)).toBe('/home/accise/12');
    expect(newHref(def('accise'))).toBe('/home/accise/nuovo');
    expect(newHref(def('accise'), { matricola: 'A 1' })).toBe('/home/accise/nuovo?matricola=A+1');
    expect(detailHref(def('elencoManutenzioni'), 4)).toBe('/home/elenco-manutenzioni/4');
    expect(detailHref(def('tipologia'), 3)).toBe('/home/tipologia/dettaglio-tipologia?id=3');
    expect(newHref(def('cantieri'))).toBe('/home/cantieri/dettaglio-cantiere');
    expect(detailPattern(def('accise'))).toBe('/home/accise/:id');
    expect(detailPattern(def('meccanici'))).toBe('/home/meccanici/dettaglio-meccanici');
  });

  it.each(catalogue.registers.map((d) => [d.path, d] as const))("%s: la chiave torna dall'indirizzo, anche scritta male", (_, d) => {
    for (const key of ['12', 'A0112', 'nuovo', 'a b', 'è?&#=%', 'dettaglio']) expect(readBack(d, detailHref(d, key))).toBe(key);
    expect(readBack(d, historyHref(d, 'A 1'))).toBe('A 1');
    expect(opensHistory(new URL(historyHref(d, 'A 1'), 'http://portale').search)).toBe(true);
    expect(readBack(d, newHref(d))).toBeNull();
    expect(readBack(d, newHref(d, { matricola: 'A0112' }))).toBeNull();
  });
});
