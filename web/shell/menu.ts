import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, permission, type Area, type Identity } from '#contracts/core/permissions.ts';

/** The navigation of the portal (part 1, section 2): what there is, and who does not see it. */
export interface Entry {
  label: string;
  href: string;
  /** Hidden when the view level of its area is 0. */
  area: Area;
  /** Hidden for the session marker `user`. */
  soloAdmin?: boolean;
}

export interface EntriesGroup {
  label: string;
  voci: readonly Entry[];
}

export interface MainMenu {
  label: string;
  /** One list, or several under their own heads. */
  gruppi: readonly EntriesGroup[];
}

const entry = (label: string, href: string, area: Area, soloAdmin = false): Entry => ({ label, href, area, soloAdmin });
const plain = (label: string, entries: readonly Entry[]): MainMenu => ({ label, gruppi: [{ label, voci: entries }] });

export const MENU: readonly MainMenu[] = [
  plain('Cantieri', [entry('Produzione', '/home/produzione', 'produzione'), entry('Costi', '/home/costi', 'costi')]),
  plain('Attrezzature', [
    entry('Macchinari', '/home/macchinari', 'macchinari'),
    entry('Accise', '/home/accise', 'accise'),
    entry('Manutenzioni', '/home/manutenzioni', 'manutenzioni'),
    entry('Noleggi', '/home/noleggi', 'noleggi_int'),
  ]),
  plain('Personale', [entry('Report', '/home/personale', 'report'), entry("Contabilita' lavoratori", '/home/trpwco', 'report')]),
  {
    label: 'Anagrafiche',
    gruppi: [
      {
        label: 'Cantieri',
        voci: [
          entry('Cantieri', '/home/cantieri', 'cantieri'),
          entry('Lavorazioni', '/home/lavorazioni', 'lavorazioni'),
          entry('Wbs', '/home/wbs', 'cantieri', true),
          entry('Referenti', '/home/referenti', 'noleggi_int', true),
          entry('Costi', '/home/tipologia-costi', 'voci_costo', true),
        ],
      },
      {
        label: 'Attrezzature',
        voci: [
          entry('Manutenzioni', '/home/elenco-manutenzioni', 'manutenzioni', true),
          entry('Tipologie', '/home/tipologia', 'macchinari', true),
          entry('Meccanici', '/home/meccanici', 'manutenzioni', true),
        ],
      },
      {
        label: 'Personale',
        voci: [entry('Mansioni', '/home/mansioni', 'report', true), entry('Operatori', '/home/operatore', 'produzione', true)],
      },
    ],
  },
];

/** Who looks: what permissions and the marker let them see. */
export interface Viewer extends Identity {
  marcatore: 'admin' | 'user';
}

export function visibleMenu(who: Viewer, menu: readonly MainMenu[] = MENU): MainMenu[] {
  return menu.flatMap(({ label, gruppi }) => {
    const visible = gruppi
      .map((gruppo) => ({ ...gruppo, voci: gruppo.voci.filter((v) => sees(who, v)) }))
      .filter((gruppo) => gruppo.voci.length > 0);
    return visible.length > 0 ? [{ label, gruppi: visible }] : [];
  });
}

function sees(who: Viewer, { area, soloAdmin }: Entry): boolean {
  return permission(who, area).allowView !== 0 && !(soloAdmin && who.marcatore === 'user');
}

export const seesAdminArea = (who: Viewer): boolean => who.marcatore === 'admin';
export const seesHistory = (who: Identity): boolean => who.groupID === GRUPPO_AMMINISTRATORI || who.groupID === GRUPPO_DIREZIONE;

/** The entry a path belongs to: the longest address it begins with. */
export function entryOf(path: string, menu: readonly MainMenu[] = MENU): { menu: string; href: string } | null {
  let best: { menu: string; href: string } | null = null;
  for (const { label, gruppi } of menu) {
    for (const { href } of gruppi.flatMap((g) => g.voci)) {
      const inside = path === href || path.startsWith(`${href}/`);
      if (inside && (!best || href.length > best.href.length)) best = { menu: label, href };
    }
  }
  return best;
}
