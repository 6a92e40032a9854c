import { expect } from 'vitest';
import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import { startTestPortal, type Person } from '../../../test/portal.ts';

const levels = (allowView: Level, allowEdit: Level, allowDelete: Level): PermissionLevels => ({
  allowInsert: 1,
  allowView,
  allowEdit,
  allowDelete,
});

type Fields = Record<string, string>;

/** Starts a test portal with people of different rights to machines' files, and helpers to upload, download and read records. */
export async function archiveScene() {
  const portale = await startTestPortal({ env: { MAX_UPLOAD_MB: '0.1' } });
  const area = (p: PermissionLevels) => ({ macchinari: p, manutenzioni: p });
  const everything = await portale.person({ permessi: area(levels(3, 3, 3)) });
  let counter = 0;
  const ftp = (from: Person | undefined, body: unknown, headers: Fields = {}) =>
    portale.call('POST', '/api/ftp', { ...(from ? { as: from } : {}), body, headers });
  return {
    portale,
    everything,
    ownFiles: await portale.person({ permessi: area(levels(1, 1, 1)) }),
    reader: await portale.person({ permessi: area(levels(3, 0, 0)) }),
    none: await portale.person({ permessi: { accise: levels(3, 3, 3) } }),
    direzione: await portale.person({ groupID: 9, permessi: area(levels(3, 3, 3)) }),
    async macchina(from: Person = everything): Promise<string> {
      const matricola = `M${(counter += 1)}`;
      const answer = await portale.call('POST', '/api/macchinari', { as: from, body: { macchinario: { matricola } } });
      expect(answer.status).toBe(201);
      return matricola;
    },
    row: async (matricola: string) =>
      (await portale.call('GET', `/api/macchinari?matricola=${matricola}`, { as: everything })).body.data[0],
    /** Uploads one or more files. With `prima`, the files precede the fields in the body. */
    upload(
      from: Person | undefined,
      fields: Fields,
      data: Buffer | readonly Buffer[],
      { prima = false, headers = {} }: { prima?: boolean; headers?: Fields } = {},
    ) {
      const form = new FormData();
      const files = [data].flat().map((one) => new Blob([new Uint8Array(one)]));
      if (prima) for (const file of files) form.append('file', file, '../../etc/passwd');
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      if (!prima) for (const file of files) form.append('file', file, 'qualunque.exe');
      return portale.call('POST', '/api/ftp/caricaDoc', { ...(from ? { as: from } : {}), body: form, headers });
    },
    document: (matricola: string, suffix = 'CE.pdf') => ({ matricola, nomeManutenzione: `${matricola}_${suffix}`, docMacch: 'true' }),
    ftp,
    /** Downloads a file as the screens do, and returns its text. */
    async content(from: Person, path: string, version?: number): Promise<string> {
      const { body } = await ftp(from, { operazione: 'prendi', percorso: path, file: path, ...(version ? { versione: version } : {}) });
      return (await portale.call('GET', `/file?file=${body.message.name}`)).text;
    },
  };
}
