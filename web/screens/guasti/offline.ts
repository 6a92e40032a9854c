import { hasProblem } from '#contracts/modules/guasti/points.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { noleggi } from '#contracts/registers/noleggi.ts';
import { puntiControllo } from '#contracts/registers/punti-controllo.ts';
import type { OfflineModule, OfflineRegister } from '#web/offline/module.ts';
import { titleOf } from '#web/offline/title.ts';

const reports: OfflineRegister<typeof guasti> = {
  def: guasti,
  title: (values) => titleOf(hasProblem(values) ? 'Guasto' : 'Controllo', values.matricola),
};

/** Offline definition: faults and checks with photos can be reported without a network. */
export const offline: OfflineModule = {
  copies: [
    { def: macchinari, pages: 6 },
    { def: noleggi, pages: 2 },
    { def: puntiControllo, pages: 2 },
    { def: guasti, pages: 1, order: '-quando' },
  ],
  writes: [reports],
  uploads: [{ url: '/api/guasti/foto', takes: () => true, title: (_fields, { owner }) => `Foto: ${owner}` }],
};
