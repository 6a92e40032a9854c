import { GRUPPO_AMMINISTRATORI, GRUPPO_DIREZIONE, permission, type Area, type Identity } from '#contracts/core/permissions.ts';

/** The navigation of the portal (part 1, section 2): what there is, and who does not see it. */
export interface Voce {
  label: string;
  href: string;
  /** Hidden when the view level of its area is 0. */
  area: Area;
  /** Hidden for the session marker `user`. */
  soloAdmin?: boolean;
}

export interface GruppoVoci { label: string; voci: readonly Voce[] }

export interface MenuPrincipale {
  label: string;
  /** One list, or several under their own heads. */
  gruppi: readonly GruppoVoci[];
}

const voce = (label: string, href: string, area: Area, soloAdmin = false): Voce => ({ label, href, area, soloAdmin });
const semplice = (label: string, voci: readonly Voce[]): MenuPrincipale => ({ label, gruppi: [{ label, voci }] });

export const MENU: readonly MenuPrincipale[] = [
  semplice('Cantieri', [voce('Produzione', '/home/produzione', 'produzione'), voce('Costi', '/home/costi', 'costi')]),
  semplice('Attrezzature', [
    voce('Macchinari', '/home/macchinari', 'macchinari'),
    voce('Accise', '/home/accise', 'accise'),
    voce('Manutenzioni', '/home/manutenzioni', 'manutenzioni'),
    voce('Noleggi', '/home/noleggi', 'noleggi_int'),
  ]),
  semplice('Personale', [voce('Report', '/home/personale', 'report'), voce("Contabilita' lavoratori", '/home/trpwco', 'report')]),
  {
    label: 'Anagrafiche',
    gruppi: [
      {
        label: 'Cantieri',
        voci: [
          voce('Cantieri', '/home/cantieri', 'cantieri'),
          voce('Lavorazioni', '/home/lavorazioni', 'lavorazioni'),
          voce('Wbs', '/home/wbs', 'cantieri', true),
          voce('Referenti', '/home/referenti', 'noleggi_int', true),
          voce('Costi', '/home/tipologia-costi', 'voci_costo', true),
        ],
      },
      {
        label: 'Attrezzature',
        voci: [
          voce('Manutenzioni', '/home/elenco-manutenzioni', 'manutenzioni', true),
          voce('Tipologie', '/home/tipologia', 'macchinari', true),
          voce('Meccanici', '/home/meccanici', 'manutenzioni', true),
        ],
      },
      {
        label: 'Personale',
        voci: [voce('Mansioni', '/home/mansioni', 'report', true), voce('Operatori', '/home/operatore', 'produzione', true)],
      },
    ],
  },
];

/** Who looks: what permissions and the marker let them see. */
export interface Spettatore extends Identity { marcatore: 'admin' | 'user' }

export function menuVisibile(chi: Spettatore, menu: readonly MenuPrincipale[] = MENU): MenuPrincipale[] {
  return menu.flatMap(({ label, gruppi }) => {
    const visibili = gruppi
      .map((gruppo) => ({ ...gruppo, voci: gruppo.voci.filter((v) => vede(chi, v)) }))
      .filter((gruppo) => gruppo.voci.length > 0);
    return visibili.length > 0 ? [{ label, gruppi: visibili }] : [];
  });
}

function vede(chi: Spettatore, { area, soloAdmin }: Voce): boolean {
  return permission(chi, area).allowView !== 0 && !(soloAdmin && chi.marcatore === 'user');
}

export const vedeAdminArea = (chi: Spettatore): boolean => chi.marcatore === 'admin';
export const vedeStorico = (chi: Identity): boolean => chi.groupID === GRUPPO_AMMINISTRATORI || chi.groupID === GRUPPO_DIREZIONE;

/** The entry a path belongs to: the longest address it begins with. */
export function voceDi(path: string, menu: readonly MenuPrincipale[] = MENU): { menu: string; href: string } | null {
  let best: { menu: string; href: string } | null = null;
  for (const { label, gruppi } of menu) {
    for (const { href } of gruppi.flatMap((g) => g.voci)) {
      const inside = path === href || path.startsWith(`${href}/`);
      if (inside && (!best || href.length > best.href.length)) best = { menu: label, href };
    }
  }
  return best;
}
