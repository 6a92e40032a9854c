import { describe, expect, it } from 'vitest';
import { AREE, type Level, type Permissions } from '#contracts/core/permissions.ts';
import { MENU, menuVisibile, vedeAdminArea, vedeStorico, voceDi, type Spettatore } from './menu.ts';

const permessi = (livello: Level): Permissions => Object.fromEntries(AREE.map((area) => [area, { allowInsert: 1, allowView: livello, allowEdit: 3, allowDelete: 3 }]));
const chi = (groupID: number, p: Permissions = permessi(3)): Spettatore => ({ memberID: 'x', groupID, permessi: p, marcatore: groupID === 2 ? 'admin' : 'user' });
const indirizzi = (s: Spettatore) => menuVisibile(s).flatMap((m) => m.gruppi.flatMap((g) => g.voci.map((v) => v.href)));

describe('menu', () => {
  it('un amministratore con tutti i permessi vede ogni voce, nell’ordine della specifica', () => {
    expect(menuVisibile(chi(2)).map((m) => m.label)).toEqual(['Cantieri', 'Attrezzature', 'Personale', 'Anagrafiche']);
    expect(indirizzi(chi(2))).toEqual([
      '/home/produzione', '/home/costi',
      '/home/macchinari', '/home/accise', '/home/manutenzioni', '/home/noleggi',
      '/home/personale', '/home/trpwco',
      '/home/cantieri', '/home/lavorazioni', '/home/wbs', '/home/referenti', '/home/tipologia-costi',
      '/home/elenco-manutenzioni', '/home/tipologia', '/home/meccanici',
      '/home/mansioni', '/home/operatore',
    ]);
  });

  it('il marcatore user nasconde le otto voci della specifica e l’Admin Area', () => {
    const nascoste = indirizzi(chi(2)).filter((href) => !indirizzi(chi(3)).includes(href));
    expect(nascoste).toEqual([
      '/home/wbs', '/home/referenti', '/home/tipologia-costi', '/home/elenco-manutenzioni', '/home/tipologia', '/home/meccanici', '/home/mansioni', '/home/operatore',
    ]);
    expect([vedeAdminArea(chi(2)), vedeAdminArea(chi(9))]).toEqual([true, false]);
  });

  it('una voce sparisce quando il livello di View della sua area è 0', () => {
    for (const { area, href } of MENU.flatMap((m) => m.gruppi.flatMap((g) => g.voci))) {
      const senza = { ...permessi(1), [area]: { allowInsert: 1, allowView: 0, allowEdit: 3, allowDelete: 3 } } as Permissions;
      expect(indirizzi(chi(2, senza))).not.toContain(href);
      expect(indirizzi(chi(2, permessi(1)))).toContain(href);
    }
  });

  it('senza alcun permesso non resta un menu vuoto', () => expect(menuVisibile(chi(2, {}))).toEqual([]));

  it('lo Storico è per i gruppi 2 e 9', () => {
    expect([2, 9, 12, 3].map((g) => vedeStorico(chi(g)))).toEqual([true, true, false, false]);
  });

  it('sa di quale voce è una pagina', () => {
    expect(voceDi('/home/macchinari/A0112')).toEqual({ menu: 'Attrezzature', href: '/home/macchinari' });
    expect(voceDi('/home/cantieri/dettaglio-cantiere')).toEqual({ menu: 'Anagrafiche', href: '/home/cantieri' });
    expect(voceDi('/home/tipologia-costi')).toEqual({ menu: 'Anagrafiche', href: '/home/tipologia-costi' });
    expect(voceDi('/home')).toBeNull();
  });
});
