import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, permission, type Identity } from '#contracts/core/permissions.ts';
import type { Area } from '#contracts/modules/areas.ts';

/** An entry of the portal's navigation (part 1, section 2), with the conditions to see it. */
export interface Entry {
  label: string;
  href: string;
  /** Hidden when the view level of its area is 0. */
  area: Area;
  /** Further areas whose view level makes the entry visible. */
  also?: readonly Area[];
  /** Hidden for the session marker `user`. */
  soloAdmin?: boolean;
}

export interface EntriesGroup {
  label: string;
  entries: readonly Entry[];
}

export interface MainMenu {
  label: string;
  /** One list, or several under their own headings. */
  gruppi: readonly EntriesGroup[];
}

const HEADS = ['Cantieri', 'Attrezzature', 'Personale'] as const;
type Head = (typeof HEADS)[number];

/** The place of an entry: its menu, or its heading in Anagrafiche; entries are sorted by `order`. */
export interface MenuPlace {
  under: Head | `Anagrafiche, ${Head}`;
  order: number;
}

export type MenuEntry = Entry & MenuPlace;

/** Builds the menus from the screens' entries. */
export function menusOf(entries: readonly MenuEntry[]): MainMenu[] {
  const sorted = entries.toSorted((one, other) => one.order - other.order);
  const group = (head: Head, under: MenuEntry['under']) => ({ label: head, entries: sorted.filter((entry) => entry.under === under) });
  return [
    ...HEADS.map((head) => ({ label: head, gruppi: [group(head, head)] })),
    { label: 'Anagrafiche', gruppi: HEADS.map((head) => group(head, `Anagrafiche, ${head}`)) },
  ];
}

/** The signed-in person, with the permissions and the marker that decide what they see. */
export interface Viewer extends Identity {
  marcatore: 'admin' | 'user';
}

export function visibleMenu(who: Viewer, menus: readonly MainMenu[]): MainMenu[] {
  return menus.flatMap(({ label, gruppi }) => {
    const visible = gruppi
      .map((gruppo) => ({ ...gruppo, entries: gruppo.entries.filter((v) => sees(who, v)) }))
      .filter((gruppo) => gruppo.entries.length > 0);
    return visible.length > 0 ? [{ label, gruppi: visible }] : [];
  });
}

function sees(who: Viewer, { area, also = [], soloAdmin }: Entry): boolean {
  return [area, ...also].some((one) => permission(who, one).allowView !== 0) && !(soloAdmin && who.marcatore === 'user');
}

export const seesAdminArea = (who: Viewer): boolean => who.marcatore === 'admin';
export const seesHistory = (who: Identity): boolean => who.groupID === GRUPPO_AMMINISTRATORI || who.groupID === GRUPPO_DIREZIONE;

/** Returns the entry of a path: the one with the longest address that the path begins with. */
export function entryOf(path: string, menus: readonly MainMenu[]): { menu: string; href: string } | null {
  let best: { menu: string; href: string } | null = null;
  for (const { label, gruppi } of menus) {
    for (const { href } of gruppi.flatMap((g) => g.entries)) {
      const inside = path === href || path.startsWith(`${href}/`);
      if (inside && (!best || href.length > best.href.length)) best = { menu: label, href };
    }
  }
  return best;
}
