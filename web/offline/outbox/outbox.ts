import { callText, type Device } from '#web/lib/device.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Row, RowOf } from '#web/registers/row.ts';
import type { OfflineModules, RowsOf } from '../module.ts';
import type { Copies } from './copies.ts';
import { localKeysInUrl, type Item } from './item.ts';
import { keep, registerOf } from './keep.ts';
import { withKnown } from './known-call.ts';
import { localList } from './local-read.ts';
import { rowsWithWaiting, valuesOf } from './local-rows.ts';
import { nextOf, sendNext, type Send, type Shelf } from './queue.ts';

/** Storage of the signed-in person, available only during their session. */
export interface Own {
  user: string;
  shelf: Shelf;
  copies: Copies;
}

interface OutboxDependencies {
  modules: OfflineModules;
  /** Returns `null` while nobody is signed in or the person's key is unknown. */
  ownStorage(): Own | null;
  online(): boolean;
  send(shelf: Shelf): Send;
  /** Runs work in one page of the device at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Called when the waiting items have changed; `sent`: an item has reached the portal. */
  changed(sent: boolean): void;
  /** Called after the device answered in the portal's place. */
  served(readAt: string | null): void;
  later(work: () => void, ms: number): void;
}

/** Query parameters of lists and single records that the device can answer. */
const LIST_QUERY: ReadonlySet<string> = new Set(['pagina', 'righe', 'ordina', 'cerca', 'filtri', 'chiave', 'scelta']);
/** Milliseconds between attempts while the portal does not respond. */
const PAUSES = [2000, 5000, 15_000, 60_000];

export function createOutbox(dependencies: OutboxDependencies) {
  const { modules, ownStorage, alone, changed } = dependencies;
  let running: Promise<void> | null = null;
  let failures = 0;

  /** Sends all items that can be sent, in order. Concurrent calls share one run. */
  const flush = (): Promise<void> =>
    (running ??= run().finally(() => {
      running = null;
    }));
  const run = async (): Promise<void> => {
    for (;;) {
      const storage = ownStorage();
      if (!storage || !dependencies.online()) return;
      const turn = await alone(() => sendNext(storage.shelf, dependencies.send(storage.shelf)));
      if (turn.is === 'nothing') return;
      if (turn.is === 'stopped') {
        const pause = turn.after ?? PAUSES[Math.min(failures, PAUSES.length - 1)]!;
        failures += 1;
        dependencies.later(() => void flush(), pause);
        return changed(false);
      }
      failures = 0;
      if (turn.is === 'sent') await adopt(storage, turn.item, turn.key);
      changed(turn.is === 'sent');
    }
  };
  /** Adds an accepted write to the copies, so that it need not be read from the portal. */
  const adopt = async ({ copies, user }: Own, item: Item, key: string | null): Promise<void> => {
    const { def } = modules.register(item.register ?? '') ?? {};
    if (!def || key === null || item.method === 'DELETE') return;
    const value = def.key.kind === 'sequence' ? Number(key) : key;
    await copies.adopt(def.path, def.key.field, { ...valuesOf(item), [def.key.field]: value, utente: user, versione: 1 } as unknown as Row);
  };

  const rowsOf = async ({ shelf, copies, user }: Own): Promise<RowsOf> => {
    const items = await shelf.all();
    const paths = modules.copies.map(({ def }) => def.path);
    const rows = new Map(await Promise.all(paths.map(async (path) => [path, (await copies.of(path))?.rows ?? []] as const)));
    // a copy holds rows as the portal sent them
    const copied = <D extends AnyRegister>(def: D) => (rows.get(def.path) ?? []) as readonly RowOf<D>[];
    return rowsWithWaiting(copied, { items, user, modules });
  };
  const readLocally = async (storage: Own, url: string): Promise<Response | null> => {
    const { pathname, searchParams } = new URL(url, 'http://portale');
    const path = /^\/api\/([\w-]+)$/.exec(pathname)?.[1] ?? '';
    if (path === 'riferimenti' && localKeysInUrl(url).length > 0) return answer({ data: { totale: 0, per: [], altri: false } });
    // other parameters ask for responses of another shape
    if (path !== 'qrcode' && [...searchParams.keys()].some((name) => !LIST_QUERY.has(name))) return null;
    const registerPath = path === 'qrcode' && searchParams.has('matricola') ? 'macchinari' : path;
    const copy = await storage.copies.of(registerPath);
    const written = modules.register(registerPath);
    const all = written ? (await rowsOf(storage))(written.def) : copy?.rows;
    if (!all || (copy === null && localKeysInUrl(url).length === 0)) return null;
    const keyValue = registerPath === path ? searchParams.get('chiave') : searchParams.get('matricola');
    if (keyValue !== null) {
      const key = modules.copies.find(({ def }) => def.path === registerPath)?.def.key.field ?? '';
      const row = all.find((candidate) => String(candidate[key]) === keyValue);
      if (!row) return null;
      dependencies.served(copy?.at ?? null);
      return answer({ data: [row] });
    }
    const page = searchParams.has('scelta') ? { data: all, totale: all.length } : localList(all, searchParams);
    if (page) dependencies.served(copy?.at ?? null);
    return page && answer(page);
  };

  const take: Device['take'] = async (originalCall, portal) => {
    const storage = ownStorage();
    if (!storage) return { call: originalCall };
    const offline = portal !== 'there' || !dependencies.online();
    const call = withKnown(originalCall, await storage.shelf.portalKeys());
    const localKeys = localKeysInUrl(callText(call));
    const items = localKeys.length > 0 ? await storage.shelf.all() : [];
    const local = items.some((item) => item.makes && localKeys.includes(item.key ?? ''));
    if (call.method === 'GET') {
      const found = offline || local ? await readLocally(storage, call.url) : null;
      return { call, ...(found ? { answer: found } : {}) };
    }
    // checking whether a file exists uses the method of a write
    if (offline && call.url === '/api/ftp' && (call.body as { operazione?: string } | null)?.operazione === 'exist')
      return { call, answer: answer({ message: { exist: false, files: [] } }) };
    const keeps = call.body instanceof FormData || registerOf(modules, call) !== null;
    if (!keeps) return { call };
    if (!offline && !local) {
      // earlier writes are sent first
      await flush();
      if (nextOf(await storage.shelf.all()) === undefined) return { call };
    }
    const rows = await rowsOf(storage);
    const keptAnswer = await alone(() => keep({ shelf: storage.shelf, modules, rows, mayHaveArrived: portal === 'silent' }, call));
    if (!keptAnswer) return { call };
    changed(false);
    void flush();
    return { call, answer: answer(keptAnswer) };
  };
  const wrote: Device['wrote'] = async (path, body, response) => {
    const storage = ownStorage();
    const register = registerOf(modules, { url: path });
    const { insertId, versione, trattenuto } = (response as { message?: Record<string, unknown> } | undefined)?.message ?? {};
    if (!storage || !register || trattenuto === true) return;
    const { def } = register;
    const values = (body as Record<string, Row>)[def.bodyKey];
    const deleted = values === undefined ? (body as Row)[def.key.field] : undefined;
    if (deleted !== undefined) return storage.copies.drop(def.path, def.key.field, String(deleted));
    if (versione === undefined) return;
    const key = insertId ?? values?.[def.key.field];
    if (key === undefined) return;
    const author = insertId === undefined ? {} : { utente: storage.user };
    await storage.copies.adopt(def.path, def.key.field, { ...values, ...author, [def.key.field]: key, versione } as Row);
  };
  return { take, flush, rowsOf, wrote };
}

const answer = (body: unknown): Response =>
  new Response(JSON.stringify(body), { status: 200, headers: { 'Content-Type': 'application/json' } });
