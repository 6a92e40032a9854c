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

/** Entry of the history, of which the specs read a few properties. */
type Entry = Readonly<Record<string, unknown>>;

/** Counter for matricole. Numbers of four digits sort like texts. */
let counter = 1000;

/** Returns the requests of the worker screens as functions; each takes the person who sends the request. */
export function withPersonale(portale: TestPortal) {
  const row = async (from: Person, matricola: string) =>
    (await portale.call('GET', `/api/personale?matricola=${encodeURIComponent(matricola)}`, { as: from })).body.data?.[0];
  const upload = (from: Person, fields: Record<string, string>, data: Buffer, headers: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(data)]), 'qualunque');
    return portale.call('POST', '/api/ftp/caricaDoc', { as: from, body: form, headers });
  };
  const ftp = (from: Person, body: unknown, headers: Record<string, string> = {}) =>
    portale.call('POST', '/api/ftp', { as: from, body, headers });
  return {
    riga: row,
    upload,
    ftp,
    async created(from: Person, values: Record<string, unknown> = {}): Promise<string> {
      const matricola = `W${(counter += 1)}`;
      const { status } = await portale.call('POST', '/api/personale', {
        as: from,
        body: { auth: 'x', personale: { matricola, cognome: 'Rossi', nome: 'Mario', ...values } },
      });
      if (status !== 201) throw new Error(`a new worker: ${status}`);
      return matricola;
    },
    /** Uploads a document as the screen does: the request contains the path that the document should get. */
    carica: (from: Person, matricola: string, id: string, data: Buffer = pdf(id), name = 'ROSSI_MARIO') =>
      upload(from, { matricola, personale: `PERSONALE/${matricola}_${name}/${matricola}_${id}.pdf`, docMacch: 'false' }, data),
    cambia: (from: Person, values: Record<string, unknown>, headers: Record<string, string> = {}) =>
      portale.call('PUT', '/api/personale', { as: from, body: { auth: 'x', personale: values }, headers }),
    async content(from: Person, percorso: string, versione?: number): Promise<string> {
      const { body } = await ftp(from, { operazione: 'prendi', percorso, ...(versione ? { versione } : {}) });
      return (await portale.call('GET', `/file?file=${body.message?.name}`)).text;
    },
    storico: async (from: Person, matricola: string) =>
      (await portale.call('GET', `/api/storico?tabella=personale&id=${encodeURIComponent(matricola)}`, { as: from })).body.data as Entry[],
  };
}
