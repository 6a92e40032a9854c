// @vitest-environment happy-dom
import { CircleUserRound } from 'lucide-react';
import { describe, expect, it } from 'vitest';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { fotoNoleggi } from '#contracts/registers/foto-noleggi.ts';
import { catalogue } from '#web/catalogue.ts';
import { mansioni } from '#contracts/registers/mansioni.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { detailPattern } from '../registers/addresses.ts';
import type { ScreenFolder } from './screen-folder.ts';
import { FOLDERS, PORTAL } from './index.ts';
import { mistakesIn } from './mistakes.testing.ts';
import { putTogether } from './put-together.ts';

const load = () => Promise.resolve({ default: () => null });
const paths = (folders: ScreenFolder[], registers: AnyRegister[] = []) => putTogether(folders, registers).screens.map(({ path }) => path);
const [list, detail] = [meccanici.list.route, detailPattern(meccanici)];

describe('what two folders bring', () => {
  const profile = (href: string) => ({ label: 'x', href, icon: CircleUserRound, order: 1, sees: () => true });
  const print = { def: meccanici, titolo: 'MECCANICO', campi: ['descrizione'] };
  const entry = { under: 'Cantieri', order: 1, label: 'x', href: '/home/x', area: 'cantieri' } as const;
  it('is never the same in the portal: no address, entry, print or register is of two', async () => {
    expect(await mistakesIn(FOLDERS, catalogue.registers)).toEqual([]);
  });

  it.each<[string, ScreenFolder, string]>([
    ['an address', { screens: [{ path: '/home/x', load }] }, 'the address /home/x is brought twice'],
    ['a register', { registers: [{ def: meccanici }] }, 'the register meccanici is brought twice'],
    ['an entry of a menu', { menu: [entry] }, 'the menu entry /home/x is brought twice'],
    ['an entry of the profile', { profile: [profile('/home/x')] }, 'the menu entry /home/x is brought twice'],
    ['a print', { prints: () => Promise.resolve({ prints: { Meccanico: print } }) }, 'the print Meccanico is brought twice'],
    ['a reserved address', { reserved: { '/home/x': () => true } }, 'the reserved address /home/x is brought twice'],
  ])('is seen when it is %s', async (_what, folder, mistake) => {
    expect(await mistakesIn([folder], [meccanici])).toEqual([]);
    expect(await mistakesIn([folder, { ...folder }], [meccanici])).toEqual([mistake]);
  });

  it('is seen when a screen stands at the address of a register, or its register is not there', async () => {
    expect(await mistakesIn([{ screens: [{ path: list, load }] }], [meccanici])).toEqual([`the address ${list} is brought twice`]);
    expect(await mistakesIn([{ registers: [{ def: mansioni }] }], [meccanici])).toEqual(['mansioni is no register of the portal']);
  });
});

describe('a register', () => {
  it('has list and detail, and the screens of no register come before them', () => {
    expect(paths([{ screens: [{ path: '/home/x', load }] }], [meccanici])).toEqual(['/home/x', list, detail]);
  });

  it('has only what is given where it is said to be inside, or lives in another', () => {
    expect(paths([{ registers: [{ def: meccanici, inside: true }] }], [meccanici])).toEqual([]);
    expect(paths([{ registers: [{ def: meccanici, inside: true, detail: load }] }], [meccanici])).toEqual([detail]);
    expect(paths([], [fotoNoleggi])).toEqual([]);
  });

  it('asks for its list beside its code, but not where it is inside', () => {
    const asks = (inside?: true) =>
      putTogether([{ registers: [{ def: meccanici, list: load, ...(inside ? { inside } : {}) }] }], [meccanici]).screens[0]?.ask !==
      undefined;
    expect([asks(), asks(true)]).toEqual([true, false]);
  });

  it('of the portal has list and detail, or is said to be inside', () => {
    const there = new Set(PORTAL.screens.map(({ path }) => path));
    const inside = new Set(
      FOLDERS.flatMap(({ registers = [] }) => registers.filter((own) => own.inside === true).map(({ def }) => def.path)),
    );
    const alone = catalogue.registers.filter((def) => def.parent === undefined && !inside.has(def.path));
    expect(alone.filter((def) => !there.has(def.list.route) || !there.has(detailPattern(def))).map(({ path }) => path)).toEqual([]);
    expect([...inside]).toEqual(['commenti', 'users', 'groups']);
  });
});

it('prints are those of all folders, and a screen is given them', async () => {
  const print = { def: meccanici, titolo: 'MECCANICO', campi: ['descrizione'] };
  const given: unknown[] = [];
  const { screens, prints } = putTogether(
    [
      { prints: () => Promise.resolve({ prints: { Meccanico: print } }) },
      { prints: () => Promise.resolve({ prints: { Altro: print } }) },
      {
        screens: [
          {
            path: '/home/stampa',
            load: async (tools) => {
              given.push(await tools.prints());
              return { default: () => null };
            },
          },
        ],
      },
    ],
    [],
  );
  await screens[0]?.load();
  expect(given).toEqual([{ Meccanico: print, Altro: print }]);
  expect(await prints()).toEqual(given[0]);
});
