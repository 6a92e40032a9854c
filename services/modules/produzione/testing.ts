import { makeReferences } from '../../../test/make-references.ts';
import type { Person, TestPortal } from '../../../test/portal.ts';

/** Returns the requests that the production specs repeat, as functions. */
export function withProduzione(portale: TestPortal) {
  const write = (method: 'POST' | 'PUT', path: string, key: string, values: Record<string, unknown>, as: Person) =>
    portale.call(method, `/api/${path}`, { as, body: { auth: 'x', [key]: values } });
  const idOf = (answer: { status: number; body: { message: { insertId: number } } }): number => {
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.message.insertId;
  };
  return {
    write,
    /** Creates a site with these priced work items and their wbs; returns the ids of the work items. */
    async site(
      as: Person,
      commessa: string,
      items: readonly { lavorazione: string; wbs?: string; prezzo?: number }[],
      values: Record<string, unknown> = {},
    ): Promise<number[]> {
      await makeReferences(portale, {
        lavorazioni: items.map(({ lavorazione }) => lavorazione),
        wbs: ['GENERALE', ...items.flatMap(({ wbs }) => wbs ?? [])],
      });
      await write('POST', 'cantieri', 'cantiere', { commessa, ...values }, as);
      for (const wbs of new Set(['GENERALE', ...items.flatMap((item) => item.wbs ?? [])]))
        await write('POST', 'cantieri_wbs', 'cantieri_wbs', { commessa, descrizione: wbs }, as);
      const ids = [];
      for (const { lavorazione, wbs, prezzo } of items) {
        ids.push(
          idOf(
            await write(
              'POST',
              'cantieri_lavorazioni',
              'cantieri_lavorazioni',
              { commessa, lavorazione, descrizione_wbs: wbs ?? null, prezzo: prezzo ?? null },
              as,
            ),
          ),
        );
      }
      return ids;
    },
    header: async (as: Person, cantiere: string, data: string) =>
      idOf(await write('POST', 'produzione_padre', 'produzione_padre', { cantiere, data }, as)),
    addLine: (as: Person, id: number, values: Record<string, unknown>) =>
      write('POST', 'produzione', 'produzione', { id_intestazione: id, ...values }, as),
    /**
     * Creates a line and returns its id. The line is on the wbs `GENERALE`, which every site of `site` has, unless the values name another.
     */
    line: async (as: Person, id: number, values: Record<string, unknown>) =>
      idOf(await write('POST', 'produzione', 'produzione', { id_intestazione: id, wbs: 'GENERALE', ...values }, as)),
    /** Creates the machines and operators that lines name. */
    crew: (machines: readonly string[], operators: readonly string[]) =>
      makeReferences(portale, { macchinari: machines, operatore: operators }),
    changeLine: (as: Person, id: number, values: Record<string, unknown>) =>
      write('PUT', 'produzione', 'produzione', { id, ...values }, as),
    price: (as: Person, id: number, prezzo: number) => write('PUT', 'cantieri_lavorazioni', 'cantieri_lavorazioni', { id, prezzo }, as),
    remove: (as: Person, path: string, id: unknown) => portale.call('DELETE', `/api/${path}`, { as, body: { id } }),
    row: async (as: Person, path: string, id: number) => (await portale.call('GET', `/api/${path}?chiave=${id}`, { as })).body?.data?.[0],
    ricalcola: (as: Person, id: unknown, headers: Record<string, string> = {}) =>
      portale.call('POST', '/api/produzione/ricalcola', { as, body: { id }, headers }),
    restore: (as: Person, tabella: string, id: number | string, versione: number) =>
      portale.call('POST', '/api/storico/ripristina', { as, body: { tabella, id, versione } }),
  };
}
