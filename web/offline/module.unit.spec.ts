// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { FOLDERS } from '#web/screens/index.ts';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { joinModules } from './module.ts';

describe('ciò che i moduli tengono sul dispositivo', () => {
  const joined = joinModules([
    { copies: [{ def: macchinari, pages: 2 }], writes: [] },
    {
      copies: [
        { def: cantieri, pages: 1 },
        { def: macchinari, pages: 6 },
      ],
      writes: [{ def: guasti, title: () => 'Guasto' }],
      uploads: [{ url: '/api/foto', takes: ({ tipo }) => tipo === 'guasto', title: (_fields, { owner }) => `Foto: ${owner}` }],
    },
    { copies: [{ def: macchinari, pages: 4 }], writes: [] },
  ]);

  it('un registro di più moduli si copia una volta, con tutte le pagine che servono a uno di loro', () => {
    expect(joined.copies).toEqual([
      { def: macchinari, pages: 6 },
      { def: cantieri, pages: 1 },
    ]);
  });

  it('si scrive senza rete ciò che un modulo dice, e niente altro', () => {
    expect(joined.register('guasti')?.title({}, () => [])).toBe('Guasto');
    expect(joined.register('macchinari')).toBeUndefined();
  });

  it('un file si tiene se il suo indirizzo e i suoi campi sono di un modulo', () => {
    expect(joined.upload('/api/foto', { tipo: 'guasto' })?.title({}, { name: 'a.jpg', owner: 'Guasto A1' })).toBe('Foto: Guasto A1');
    expect(joined.upload('/api/foto', { tipo: 'altro' })).toBeUndefined();
    expect(joined.upload('/api/altro', { tipo: 'guasto' })).toBeUndefined();
  });
});

describe('i moduli del portale', () => {
  it('copiano ogni registro che scrivono, e nessuno scrive quello di un altro', async () => {
    const modules = await Promise.all(FOLDERS.flatMap((folder) => folder.offline?.() ?? []));
    const all = modules.map(({ offline }) => offline);
    const written = all.flatMap(({ writes }) => writes.map(({ def }) => def.path));
    expect(written.toSorted()).toEqual([...new Set(written)].toSorted());
    const { copies } = joinModules(all);
    expect(written.filter((path) => !copies.some(({ def }) => def.path === path))).toEqual([]);
    // the seam is tried by what it carries: a folder that keeps nothing would make the check above empty
    expect(written).toContain('produzione');
  });
});
