import { z } from 'zod';
import { valueFault } from '#contracts/core/decimals.ts';
import { factOf } from '#contracts/core/facts.ts';
import { streamOf, type Values } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import type { StoredEvent } from '#contracts/core/events.ts';
import { formatEuro } from '#contracts/core/formats.ts';
import { fold } from '#contracts/core/fold.ts';
import type { StreamState } from '#contracts/core/record-state.ts';
import { recordIn, recordsIn, valuesOf } from '#contracts/core/typed-record.ts';
import { may } from '#contracts/core/permissions.ts';
import { listino, type Listino } from '#contracts/modules/listino.ts';
import { pricedLine } from '#contracts/modules/giornata.ts';
import type { RigaRicalcolata } from '#contracts/modules/produzione.ts';
import { produzioneEvents } from '#contracts/modules/produzione.events.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { produzione } from '#contracts/registers/produzione.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import { command } from '#services/platform/command.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { lastPosition, runBatch } from '#services/registers/batch.ts';
import { readKeys } from '#services/registers/body.ts';
import { readVisible } from '#services/registers/read.ts';
import { listinoOf } from './listino.ts';

const EVENT = 'RigaProduzioneRicalcolata.v1';
const OUTCOME = ['prezzo', 'produzione'] as const;

/** Command that updates price and value of a header's lines to the current prices of its site. Lines with the right values get no event. */
export const ricalcola = command('ricalcola', {
  of: produzioneEvents,
  on: produzionePadre,
  right: 'edit',
  body: z.strictObject({ listino }),
  records: [EVENT],
  decide: ({ body }, state) => recalculatedLines(body.listino, state),
});

/** Returns the events of the lines whose price or value changes at these prices. Throws if a line's value would exceed the limit. */
function recalculatedLines(prices: Listino, state: StreamState) {
  return linesOf(state).flatMap(({ id, values }) => {
    const now = valuesOf(produzione, pricedLine(prices, values));
    if (OUTCOME.every((field) => (values[field] ?? null) === (now[field] ?? null))) return [];
    const [fault] = Object.values(valueFault('produzione', now.produzione));
    if (fault !== undefined)
      throw new DomainError('RICHIESTA_NON_VALIDA', {
        message: `Riga ${id}, ai prezzi di adesso ${formatEuro(Number(now.produzione))}. ${fault}.`,
      });
    return [factOf(produzioneEvents, EVENT, { id: Number(id), ...figures(now) })];
  });
}

/** Route that recalculates all lines of the chosen headers. If the person may not change one of the headers, nothing is recorded. */
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
        headers.map(({ id, prices }) => ({ command: ricalcola.call(id, { listino: prices }), sender })),
      );
      const righe: RigaRicalcolata[] = [];
      for (const { id } of headers)
        righe.push(...whatChanged(deps, await deps.store.read(streamOf(produzionePadre, id)), sender.commandId));
      await waitForReadTables(deps, res, lastPosition(outcomes));
      res.json({ message: { affectedRows: righe.length, righe } });
    },
  };
}

/**
 * Returns the headers with the price lists of their sites; the list of each site is read once. Throws before anything is recorded if the
 * person may not change a header or a line's value would exceed the limit.
 */
async function changeable(
  deps: Dependencies,
  keys: readonly (string | number)[],
  { identity }: Sender,
): Promise<{ id: string | number; prices: Listino }[]> {
  const listini = new Map<string, Listino>();
  const headers = [];
  for (const id of keys) {
    const row = await readVisible(deps, produzionePadre, id, identity);
    if (!may(identity, produzionePadre.access, 'edit', row.utente)) throw new DomainError('NON_PERMESSO');
    const site = String(row.cantiere);
    const prices = listini.get(site) ?? (await listinoOf(deps, site));
    listini.set(site, prices);
    recalculatedLines(prices, fold(deps.catalogue, await deps.store.read(streamOf(produzionePadre, id))));
    headers.push({ id, prices });
  }
  return headers;
}

const linesOf = (state: StreamState) => recordsIn(state, produzione).filter(({ values }) => values.fermo !== 1);

/** Returns the lines that a command has changed. The lines are read from the log, so a repeated request gets the same response. */
function whatChanged(deps: Pick<Dependencies, 'catalogue'>, events: readonly StoredEvent[], commandId: string): RigaRicalcolata[] {
  const commandEvents = events.filter((event) => event.type === EVENT && event.metadata.commandId === commandId);
  const [first] = commandEvents;
  if (!first) return [];
  const before = fold(
    deps.catalogue,
    events.filter((event) => event.version < first.version),
  );
  return commandEvents.map(({ data }) => ({
    id: Number(data['id']),
    prima: figures(recordIn(before, produzione, String(data['id']))?.values ?? {}),
    dopo: figures(data as Values),
  }));
}

const figures = (values: Values): RigaRicalcolata['dopo'] => {
  const { prezzo, produzione: value } = valuesOf(produzione, values);
  return { prezzo: figure(prezzo), produzione: figure(value) };
};

const figure = (value: Values[string] | undefined): number | null => (typeof value === 'number' ? value : null);
