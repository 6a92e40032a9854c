import fc from 'fast-check';
import { expect, it } from 'vitest';
import { piuRecenti } from './aree-visibili.ts';

const lista = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 }).map((ns) => ns.toSorted((a, b) => b - a).map((n) => ({ quando: String(n).padStart(3, '0') })));

it('mette insieme liste dalla più recente, e una pagina comincia dove finisce quella prima', () => {
  fc.assert(fc.property(fc.array(lista, { maxLength: 5 }), fc.nat(20), fc.nat(20), (liste, corta, altre) => {
    const tutte = liste.flat().map((v) => v.quando).toSorted().toReversed();
    expect(piuRecenti(liste, tutte.length + 5).map((v) => v.quando)).toEqual(tutte);
    expect(piuRecenti(liste, corta + altre).slice(0, corta)).toEqual(piuRecenti(liste, corta));
  }));
});
