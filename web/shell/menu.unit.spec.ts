// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { Level, Permissions } from '#contracts/core/permissions.ts';
import { AREE } from '#contracts/modules/areas.ts';
import { PORTAL } from '#web/screens/index.ts';
import { visibleMenu as visibleIn, seesAdminArea, seesHistory, entryOf as entryIn, type Viewer } from './menu.ts';

const MENU = PORTAL.navigation.menus;
const visibleMenu = (viewer: Viewer) => visibleIn(viewer, MENU);
const entryOf = (path: string) => entryIn(path, MENU);

const permissions = (level: Level): Permissions =>
  Object.fromEntries(AREE.map((area) => [area, { allowInsert: 1, allowView: level, allowEdit: 3, allowDelete: 3 }]));
const who = (groupID: number, p: Permissions = permissions(3)): Viewer => ({
  memberID: 'x',
  groupID,
  permessi: p,
  marcatore: groupID === 2 ? 'admin' : 'user',
});
const addresses = (s: Viewer) => visibleMenu(s).flatMap((m) => m.gruppi.flatMap((g) => g.entries.map((v) => v.href)));

describe('menu', () => {
  it('un amministratore con tutti i permessi vede ogni voce, nell’ordine della specifica', () => {
    expect(visibleMenu(who(2)).map((m) => m.label)).toEqual(['Cantieri', 'Attrezzature', 'Personale', 'Anagrafiche']);
    expect(addresses(who(2))).toEqual([
      '/home/produzione',
      '/home/costi',
      '/home/andamento',
      '/home/scansiona',
      '/home/macchinari',
      '/home/accise',
      '/home/accise/dichiarazione',
      '/home/manutenzioni',
      '/home/guasti',
      '/home/noleggi',
      '/home/scadenze',
      '/home/personale',
      '/home/trpwco',
      '/home/cantieri',
      '/home/lavorazioni',
      '/home/wbs',
      '/home/referenti',
      '/home/tipologia-costi',
      '/home/elenco-manutenzioni',
      '/home/tipologia',
      '/home/meccanici',
      '/home/curve-consumo',
      '/home/mansioni',
      '/home/operatore',
      '/home/tipi-documento',
      '/home/requisiti',
      '/home/documenti-ditta',
    ]);
  });

  it('il marcatore user nasconde le otto voci della specifica e l’Admin Area', () => {
    const hidden = addresses(who(2)).filter((href) => !addresses(who(3)).includes(href));
    expect(hidden).toEqual([
      '/home/wbs',
      '/home/referenti',
      '/home/tipologia-costi',
      '/home/elenco-manutenzioni',
      '/home/tipologia',
      '/home/meccanici',
      '/home/mansioni',
      '/home/operatore',
    ]);
    expect([seesAdminArea(who(2)), seesAdminArea(who(9))]).toEqual([true, false]);
  });

  it('una voce sparisce quando il livello di View della sua area è 0', () => {
    for (const { area, also = [], href } of MENU.flatMap((m) => m.gruppi.flatMap((g) => g.entries))) {
      const hidden = [area, ...also].map((one) => [one, { allowInsert: 1, allowView: 0, allowEdit: 3, allowDelete: 3 }]);
      const without = { ...permissions(1), ...Object.fromEntries(hidden) } as Permissions;
      expect(addresses(who(2, without))).not.toContain(href);
      expect(addresses(who(2, permissions(1)))).toContain(href);
    }
  });

  it('senza alcun permesso non resta un menu vuoto', () => expect(visibleMenu(who(2, {}))).toEqual([]));

  it('lo Storico è per i gruppi 2 e 9', () => {
    expect([2, 9, 12, 3].map((g) => seesHistory(who(g)))).toEqual([true, true, false, false]);
  });

  it('sa di quale voce è una pagina', () => {
    expect(entryOf('/home/macchinari/A0112')).toEqual({ menu: 'Attrezzature', href: '/home/macchinari' });
    expect(entryOf('/home/cantieri/dettaglio-cantiere')).toEqual({ menu: 'Anagrafiche', href: '/home/cantieri' });
    expect(entryOf('/home/tipologia-costi')).toEqual({ menu: 'Anagrafiche', href: '/home/tipologia-costi' });
    expect(entryOf('/home')).toBeNull();
  });
});
