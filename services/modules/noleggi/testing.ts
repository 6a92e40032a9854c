import type { Level, PermissionLevels } from '#contracts/core/permissions.ts';
import type { Person, TestPortal } from '../../../test/portal.ts';
import { jpeg, pdf } from '../../../test/samples.ts';

export { jpeg, pdf };

export const levels = (allowView: Level, allowEdit: Level, allowDelete: Level, allowInsert: 0 | 1 = 1): PermissionLevels => ({
  allowInsert,
  allowView,
  allowEdit,
  allowDelete,
});

export interface Noleggio {
  id: number;
  matricola: string;
}

/** Returns the requests of the rental screens as functions; each takes the person who sends the request. */
export function withNoleggi(portale: TestPortal) {
  const row = async (from: Person, table: string, id: number) =>
    (await portale.call('GET', `/api/${table}?chiave=${id}`, { as: from })).body.data?.[0];
  return {
    riga: row,
    async created(from: Person, values: Record<string, unknown> = {}): Promise<Noleggio> {
      const { body } = await portale.call('POST', '/api/noleggi', { as: from, body: { auth: 'x', noleggio: values } });
      const id = Number(body.message.insertId);
      return { id, matricola: String((await row(from, 'noleggi', id)).matricola) };
    },
    upload(from: Person, matricola: string, nomeManutenzione: string, data: Buffer, headers: Record<string, string> = {}) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(data)]), 'qualunque');
      form.append('matricola', matricola);
      form.append('nomeManutenzione', nomeManutenzione);
      return portale.call('POST', '/api/ftp/caricaDoc', { as: from, body: form, headers });
    },
    crea: (from: Person, table: 'fotoNoleggi' | 'storicoNoleggi', values: Record<string, unknown>) =>
      portale.call('POST', `/api/${table}`, { as: from, body: { auth: 'x', [table]: values } }),
    ftp: (from: Person, body: unknown) => portale.call('POST', '/api/ftp', { as: from, body }),
  };
}
