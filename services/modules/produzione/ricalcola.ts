import { streamOf, type Values } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { Json, JsonObject, StoredEvent } from '#contracts/core/events.ts';
import { fold, recordKey, type StreamState } from '#contracts/core/history.ts';
import { may } from '#contracts/core/permissions.ts';
import { pricedLine, type Listino, type RigaRicalcolata } from '#contracts/modules/produzione.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { senderOf, waitFor } from '#services/platform/http/write-answer.ts';
import type { Dependencies, NamedCommand, Route } from '#services/platform/module.ts';
import { lastPosition, runBatch } from '#services/registers/batch.ts';
import { readKeys } from '#services/registers/body.ts';
import { readVisible } from '#services/registers/read.ts';
import { listinoOf } from './listino.ts';

const NAME = 'ricalcola';
const EVENT = 'RigaProduzioneRicalcolata.v1';
const OUTCOME = ['prezzo', 'produzione'] as const;

/** Refreshes price and value of a header's lines from the prices of its site; what is right already stays. */
export const ricalcola: NamedCommand = {
  register: produzionePadre,
  name: NAME,
  right: 'edit',
  decide({ body }, state) {
    const listino = body['listino'] as unknown as Listino;
    return linesOf(state).flatMap(({ id, values }) => {
      const now = pricedLine(listino, values);
      if (OUTCOME.every((field) => (values[field] ?? null) === (now[field] ?? null))) return [];
      return [{ type: EVENT, data: { id: Number(id), prezzo: now['prezzo'] ?? null, produzione: now['produzione'] ?? null } }];
    });
  },
};

/** One command for a whole selection: all of it is the person's to change, or nothing is touched. */
export function ricalcolaRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/produzione/ricalcola',
    permission: { access: produzionePadre.access, action: 'edit' },
    description:
      'RICALCOLA: prezzo e valore delle righe delle produzioni scelte (id), secondo i prezzi che i cantieri hanno ora. Dice che cosa è cambiato in ogni riga.',
    async handle(req, res, context) {
      const sender = senderOf(req, context);
      const headers = await changeable(deps, readKeys(produzionePadre, req.body, req.query), sender);
      const outcomes = await runBatch(
        deps,
        sender.commandId,
        headers.map(({ id, listino }) => {
          const body = { listino: listino as unknown as Json } as JsonObject;
          return { command: { register: produzionePadre.path, action: 'named', name: NAME, key: id, body }, sender };
        }),
      );
      const righe: RigaRicalcolata[] = [];
      for (const { id } of headers) righe.push(...whatChanged(await deps.store.read(streamOf(produzionePadre, id)), sender.commandId));
      await waitFor(deps, res, lastPosition(outcomes));
      res.json({ message: { affectedRows: righe.length, righe } });
    },
  };
}

/** The headers with the prices of their sites, each site's read once. Throws before anything is changed. */
async function changeable(
  deps: Dependencies,
  keys: readonly (string | number)[],
  { identity }: Sender,
): Promise<{ id: string | number; listino: Listino }[]> {
  const listini = new Map<string, Listino>();
  const headers = [];
  for (const id of keys) {
    const row = await readVisible(deps, produzionePadre, id, identity);
    if (!may(identity, produzionePadre.access, 'edit', row.utente)) throw new DomainError('NON_PERMESSO');
    const site = String(row['cantiere']);
    const listino = listini.get(site) ?? (await listinoOf(deps.store, site));
    listini.set(site, listino);
    headers.push({ id, listino });
  }
  return headers;
}

const linesOf = (state: StreamState) =>
  [...state.values()].filter((record) => record.table === produzione.path && record.exists && record.values['fermo'] !== 1);

/** Told from the log, so that a repeated request is told the same. */
function whatChanged(events: readonly StoredEvent[], commandId: string): RigaRicalcolata[] {
  const own = events.filter((event) => event.type === EVENT && event.metadata.commandId === commandId);
  const [first] = own;
  if (!first) return [];
  const before = fold(events.filter((event) => event.version < first.version));
  return own.map(({ data }) => ({
    id: Number(data['id']),
    prima: figures(before.get(recordKey(produzione.path, String(data['id'])))?.values ?? {}),
    dopo: figures(data as Values),
  }));
}

const figures = (values: Values): RigaRicalcolata['dopo'] => ({
  prezzo: figure(values['prezzo']),
  produzione: figure(values['produzione']),
});

const figure = (value: Values[string] | undefined): number | null => (typeof value === 'number' ? value : null);
