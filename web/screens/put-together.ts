import type { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { detailPattern } from '../registers/addresses.ts';
import { askList, NO_OWN_FILTERS } from '../registers/list/list-ask.ts';
import { menusOf, type MenuEntry } from '../shell/menu.ts';
import type { Navigation } from '../shell/navigation.ts';
import type { ScreenFolder, Load, LoadOutbox, LoadPrints, Screen } from './screen-folder.ts';
import type { Prints } from './prints.ts';

export interface Portal {
  /** All screens behind the login, loaded on first visit. The first whose route matches is shown. */
  screens: readonly (Screen & { load: () => ReturnType<Load> })[];
  navigation: Navigation;
  prints: LoadPrints;
  outbox: LoadOutbox;
  reserved: NonNullable<ScreenFolder['reserved']>;
}

type Own = NonNullable<ScreenFolder['registers']>[number];

/** Assembles the portal from the folders' contributions. A test checks that no two contribute the same. */
export function putTogether(folders: readonly ScreenFolder[], registers: readonly AnyRegister[]): Portal {
  const declared = folders.flatMap((folder) => folder.registers ?? []);
  const prints = () => loadPrints(folders);
  const outbox = openedOnce(folders);
  // other screens come first, because the route pattern of a detail would match their addresses too
  const screens = [
    ...folders.flatMap((folder) => folder.screens ?? []),
    ...registers.flatMap((def) => screensOf(def, declared.find((one) => one.def === def) ?? { def })),
  ];
  return {
    screens: screens.map(({ load, ...screen }) => ({ ...screen, load: () => load({ prints, outbox }) })),
    navigation: {
      menus: menusOf([...declared.flatMap(entryOf), ...folders.flatMap((folder) => folder.menu ?? [])]),
      profile: folders.flatMap((folder) => folder.profile ?? []).toSorted((one, other) => one.order - other.order),
    },
    prints,
    outbox,
    reserved: Object.assign({}, ...folders.map((folder) => folder.reserved)),
  };
}

const entryOf = ({ def, menu }: Own): MenuEntry[] => (menu ? [{ href: def.list.route, area: def.access.area, ...menu }] : []);

/** Returns a function that opens the outbox once, with the folders' offline definitions; after a failed load the next call tries again. */
function openedOnce(folders: readonly ScreenFolder[]): LoadOutbox {
  let outbox: ReturnType<LoadOutbox> | undefined;
  const open: LoadOutbox = async () => {
    const [{ openOutbox }, ...modules] = await Promise.all([
      import('../offline/outbox/index.ts'),
      ...folders.flatMap((folder) => folder.offline?.() ?? []),
    ]);
    return openOutbox(modules.map(({ offline }) => offline));
  };
  return () => {
    outbox ??= open().catch((error: unknown) => {
      outbox = undefined;
      throw error;
    });
    return outbox;
  };
}

async function loadPrints(folders: readonly ScreenFolder[]): Promise<Prints> {
  const loaded = await Promise.all(folders.map(async (folder) => (await folder.prints?.())?.prints));
  return Object.assign({}, ...loaded);
}

/**
 * Returns list and detail of a register, at the definition's addresses. A child register, or one marked `inside`, has only the given
 * screens.
 */
function screensOf(def: AnyRegister, declaration: Own): Screen[] {
  const inside = def.parent !== undefined || declaration.inside === true;
  const list = declaration.list ?? (inside ? null : plainList(def));
  const detail = declaration.detail ?? (inside ? null : plainDetail(def));
  const ask = inside ? {} : { ask: (client: QueryClient) => askList(client, def, declaration.switches ?? NO_OWN_FILTERS) };
  return [...(list ? [{ path: def.list.route, load: list, ...ask }] : []), ...(detail ? [{ path: detailPattern(def), load: detail }] : [])];
}

function plainList(def: AnyRegister): Load {
  return async () => {
    const { PlainList } = await import('./plain/PlainList.tsx');
    return { default: () => createElement(PlainList, { def }) };
  };
}

function plainDetail(def: AnyRegister): Load {
  return async () => {
    const { RegisterDetail } = await import('../registers/form/RegisterDetail.tsx');
    return { default: () => createElement(RegisterDetail, { def }) };
  };
}
