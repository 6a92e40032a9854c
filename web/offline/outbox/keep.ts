import type { Values } from '#contracts/core/define-register.ts';
import { isOnDevice, type Call } from '#web/lib/device.ts';
import { newKey } from '#web/lib/idempotency.ts';
import type { OfflineModules, RowsOf } from '../module.ts';
import { localKeysIn, newLocalKey, type Item } from './item.ts';
import { valuesOf } from './local-rows.ts';
import { change, discard, type Shelf } from './queue.ts';

/** Response in the portal's format; `trattenuto` marks a write that was only stored on the device. */
type Answer = Readonly<Record<string, unknown>>;
const waits = (message: Answer): Answer => ({ message: { ...message, trattenuto: true } });

/** Returns the register of a write that the device can store, else `null`. */
export const registerOf = (modules: OfflineModules, { url }: Pick<Call, 'url'>) =>
  modules.register(/^\/api\/([\w-]+)$/.exec(url)?.[1] ?? '') ?? null;

/** Storage of a write, and what titles its item. */
interface Keeping {
  shelf: Shelf;
  modules: OfflineModules;
  rows: RowsOf;
  /** The call was sent, so the portal may have it. */
  mayHaveArrived?: boolean;
}

/** Stores a write as an item; `null` if the device cannot store it. */
export async function keep({ shelf, modules, rows, mayHaveArrived = false }: Keeping, call: Call): Promise<Answer | null> {
  const items = await shelf.all();
  const bare = (title: string) => ({ ...unsent(call, title), tried: mayHaveArrived });
  if (call.body instanceof FormData) {
    const fields = textsOf(call.body);
    const upload = modules.upload(call.url, fields);
    return upload ? keepFiles(shelf, call.body, items, (file) => bare(upload.title(fields, file))) : null;
  }
  const register = registerOf(modules, call);
  if (!register) return null;
  const { def } = register;
  const body = (call.body ?? {}) as Record<string, unknown>;
  if (call.method === 'DELETE') {
    const creation = items.find(
      (one) => one.makes && one.register === def.path && localKeysIn(JSON.stringify(body)).includes(one.key ?? ''),
    );
    return creation ? remove(shelf, creation, { ...bare(creation.title), body: JSON.stringify(body) }) : null;
  }
  const values = (body[def.bodyKey] ?? {}) as Values;
  const item = { ...bare(register.title(values, rows)), body: JSON.stringify(body), register: def.path };
  if (call.method === 'POST') {
    const before = items.find(({ id }) => id === item.id);
    const makes = def.key.kind === 'sequence';
    const key = before?.key ?? (makes ? newLocalKey() : String(values[def.key.field] ?? ''));
    // the same key pressed again before a response: it is the same item
    if (!before) await shelf.add({ ...item, key, makes });
    return waits({ insertId: makes ? Number(key) : key, versione: 1 });
  }
  const key = String(values[def.key.field] ?? '');
  const creation = items.find((one) => one.makes && one.key === key);
  if (creation && !creation.tried) {
    const { [def.key.field]: _own, ...changes } = values;
    const all = { ...valuesOf(creation), ...changes };
    await change(
      shelf,
      creation.id,
      { body: JSON.stringify({ [def.bodyKey]: all }), follow: null, title: register.title(all, rows) },
      newKey,
    );
  } else {
    const last = items.findLast((one) => one.register === def.path && one.key === key);
    const title =
      items.length > 0 && last
        ? last.title
        : register.title({ ...rows(def).find((row) => String(row[def.key.field]) === key), ...values }, rows);
    await shelf.add({ ...item, title, key, makes: false, after: last?.id ?? null, version: last ? null : item.version });
  }
  return waits({ affectedRows: 1, versione: call.version ?? 1 });
}

type Bare = Omit<Item, 'n' | 'body' | 'register' | 'key' | 'makes'>;
const unsent = (call: Call, title: string): Bare => ({
  id: call.key ?? newKey(),
  at: new Date().toISOString(),
  title,
  method: call.method as Item['method'],
  path: call.url,
  files: null,
  version: call.version ?? null,
  after: null,
  state: 'attesa',
  tried: false,
  faults: 0,
  said: null,
  wrong: [],
  theirs: null,
});

/** Deletes the record that `creation` makes: its items are discarded, or a deletion is queued if `creation` may have arrived. */
async function remove(shelf: Shelf, creation: Item, deletion: Bare & Pick<Item, 'body'>): Promise<Answer> {
  const { id, register, key } = creation;
  if (creation.tried) await shelf.add({ ...deletion, register, key, makes: false, version: null, after: id });
  else await discard(shelf, id);
  return waits({ affectedRows: 1 });
}

const textsOf = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

async function keepFiles(
  shelf: Shelf,
  form: FormData,
  items: readonly Item[],
  bare: (file: { name: string; owner: string }) => Bare,
): Promise<Answer> {
  const files = form.getAll('file').filter((part) => part instanceof File);
  const fields = textsOf(form);
  const name = fields['nomeManutenzione'] ?? files[0]?.name ?? '';
  // a file of a record that is still waiting is sent after that record
  const creations = items.filter((one) => one.makes && isOnDevice(one.key));
  const owner = fields['id']
    ? creations.find(({ key }) => key === fields['id'])
    : creations.findLast((one) => belongs(valuesOf(one), fields));
  const item = bare({ name, owner: owner?.title ?? name });
  if (!items.some(({ id }) => id === item.id)) {
    const bytes = await Promise.all(files.map(async (file) => new Uint8Array(await file.arrayBuffer())));
    await shelf.add(
      {
        ...item,
        method: 'POST',
        body: JSON.stringify(fields),
        files: files.map((file) => ({ name: file.name, type: file.type, size: file.size })),
        register: null,
        key: owner?.key ?? null,
        makes: false,
      },
      bytes,
    );
  }
  return waits({ percorso: name, versione: null });
}

const belongs = (values: Values, { matricola, data }: Readonly<Record<string, string>>): boolean =>
  matricola !== undefined && values['matricola'] === matricola && (data === undefined || values['data'] === data);
