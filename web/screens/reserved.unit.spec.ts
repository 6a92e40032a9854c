// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Identity, Level } from '#contracts/core/permissions.ts';
import { PORTAL } from './index.ts';
import { mayOpen as mayOpenIn } from './reserved.ts';

const mayOpen = (path: string, one: Identity) => mayOpenIn(PORTAL.reserved, path, one);

const who = (groupID: number, allowView: Level): Identity => ({
  memberID: 'io',
  groupID,
  permessi: { admin_page: { allowInsert: 0, allowView, allowEdit: 0, allowDelete: 0 } },
});
const [admin, office, operaio] = [who(2, 0), who(50, 3), who(3, 0)];

it.each<[string, Identity[]]>([
  ['/home', [admin, office, operaio]],
  ['/membership', [admin, office, operaio]],
  ['/membership/dettaglio-gruppo', [admin, office]],
  ['/membership/dettaglio-utente', [admin, office]],
  ['/admin-page', [admin]],
])('%s si apre a chi lo vede, gli altri vanno alla home', (path, open) => {
  for (const one of [admin, office, operaio]) expect(mayOpen(path, one)).toBe(open.includes(one));
});
