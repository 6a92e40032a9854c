import { cantieri } from '#contracts/registers/cantieri.ts';
import { elencoManutenzioni } from '#contracts/registers/elenco-manutenzioni.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import type { OfflineModule, OfflineRegister } from '#web/offline/module.ts';
import { titleOf } from '#web/offline/title.ts';

const records: OfflineRegister<typeof manutenzioni> = {
  def: manutenzioni,
  title: ({ tipologia, matricola }) => titleOf(tipologia === 'Lettura' ? 'Lettura ore' : 'Manutenzione', matricola),
};

/** Offline definition: maintenance records with documents, and hour readings, can be written without a network. */
export const offline: OfflineModule = {
  copies: [
    { def: cantieri, pages: 4 },
    { def: macchinari, pages: 6 },
    { def: meccanici, pages: 1 },
    { def: elencoManutenzioni, pages: 1 },
    { def: manutenzioni, pages: 1, order: '-data' },
  ],
  writes: [records],
  uploads: [
    {
      url: '/api/ftp/caricaDoc',
      // only documents of maintenance: a machine's own document replaces another one, which needs the portal
      takes: ({ docMacch }) => docMacch === 'false',
      title: ({ matricola }, { name }) => [`Documento ${name}`, matricola].filter(Boolean).join(' di '),
    },
  ],
};
