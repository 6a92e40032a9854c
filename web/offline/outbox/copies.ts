import { choiceScope } from '#contracts/core/choices.ts';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { referencesAmong } from '#contracts/core/references.ts';
import type { Row } from '#web/registers/row.ts';
import type { CopiedRegister } from '../module.ts';
import type { DeviceValues } from './shelf.ts';

const CHUNK = 500;
const FRESH = 10 * 60_000;
/** Milliseconds for which a list of the portal may still lack an accepted write. */
const BEHIND = 10_000;

interface Copy {
  at: string;
  rows: Row[];
}
type Page = { data: Row[]; totale?: number };
/** A record that the portal has accepted; `row` is `null` if it was deleted. */
interface AdoptedRecord {
  key: string;
  value: string;
  row: Row | null;
  at: number;
}

/** Reads a page from the portal. Rejects without a response; resolves to `null` without the right to read. */
export type Ask = (path: string, query: Readonly<Record<string, string | number>>) => Promise<Page | null>;

const nameOf = (path: string): string => `copy/${path}`;
interface CopiesDependencies {
  storage: DeviceValues;
  ask: Ask;
  identity(): Identity | null;
  registers: readonly CopiedRegister[];
}

/** Opens one person's copies of registers on the device. It requests only registers that the person may list or choose from. */
export function openCopies({ storage, ask, identity, registers }: CopiesDependencies) {
  /** Registers whose forms choose from a given register, in the shape that `choiceScope` reads. */
  const forms = {
    referencesTo: (def: AnyRegister) =>
      referencesAmong(
        registers.map((one) => one.def),
        def,
      ),
  };
  const isCopied = (path: string): boolean => registers.some(({ def }) => def.path === path);
  const cache = new Map<string, Promise<Copy | null>>();
  const copyOf = (path: string): Promise<Copy | null> => {
    if (!isCopied(path)) return Promise.resolve(null);
    const cached = cache.get(path) ?? storage.read(nameOf(path)).then((copy) => (copy as Copy | undefined) ?? null);
    cache.set(path, cached);
    return cached;
  };
  const write = async (path: string, copy: Copy): Promise<void> => {
    cache.set(path, Promise.resolve(copy));
    await storage.write(nameOf(path), copy);
  };
  const adopted = new Map<string, readonly AdoptedRecord[]>();
  const recent = (path: string, since: number): readonly AdoptedRecord[] => (adopted.get(path) ?? []).filter(({ at }) => at >= since);
  const note = (path: string, record: Omit<AdoptedRecord, 'at'>): void => {
    const others = recent(path, Date.now() - FRESH).filter(({ value }) => value !== record.value);
    adopted.set(path, [...others, { ...record, at: Date.now() }]);
  };
  const applyChange = async (path: string, record: Omit<AdoptedRecord, 'at'>): Promise<void> => {
    note(path, record);
    await inTurn(async () => {
      const copy = await copyOf(path);
      if (copy) await write(path, { ...copy, rows: withChange(copy.rows, record) });
    });
  };
  let last: Promise<unknown> = Promise.resolve();
  /** Runs changes one after the other, so that none overwrites another. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
  const fetchAll = async ({ def, pages, order = def.list.sort }: CopiedRegister): Promise<Row[] | null> => {
    const who = identity();
    if (!who) return null;
    const rows: Row[] = [];
    const sees = scope(who, def.access, 'view') !== 'none';
    for (let pagina = 1; sees && pagina <= pages; pagina += 1) {
      const page = await ask(def.path, { pagina, righe: CHUNK, ordina: order });
      if (page === null) break;
      rows.push(...page.data);
      if (page.data.length < CHUNK) return rows;
    }
    if (rows.length > 0) return rows;
    // without the right to list records, a person may still choose among them
    return choiceScope(forms, who, def) === 'none' ? null : ((await ask(def.path, { scelta: 1 }))?.data ?? null);
  };
  return {
    of: copyOf,
    /** Returns the time of the oldest copy. */
    async readAt(): Promise<string | null> {
      const all = await Promise.all(registers.map(({ def }) => copyOf(def.path)));
      return all.flatMap((copy) => copy?.at ?? []).toSorted()[0] ?? null;
    },
    async refresh(now: Date, force: readonly string[] = []): Promise<void> {
      for (const copied of registers) {
        const { path } = copied.def;
        const copy = await copyOf(path);
        if (copy && !force.includes(path) && now.getTime() - Date.parse(copy.at) < FRESH) continue;
        const since = Date.now() - BEHIND;
        const rows = await fetchAll(copied);
        // writes accepted during the read are applied to the rows read
        if (rows) await inTurn(() => write(path, { at: now.toISOString(), rows: withAdopted(rows, recent(path, since)) }));
      }
    },
    /** Adds a row that the portal has just accepted. */
    adopt: (path: string, key: string, row: Row): Promise<void> => applyChange(path, { key, value: String(row[key]), row }),
    /** Removes a row that the portal has deleted. */
    drop: (path: string, key: string, value: string): Promise<void> => applyChange(path, { key, value, row: null }),
  };
}

function withChange(rows: readonly Row[], { key, value, row }: Omit<AdoptedRecord, 'at'>): Row[] {
  const isSame = (one: Row): boolean => String(one[key]) === value;
  const others = rows.filter((one) => !isSame(one));
  return row === null ? others : [...others, { ...rows.find(isSame), ...row }];
}

/** Applies accepted writes to rows listed by the portal; a row that is listed in that version or a later one is kept. */
const withAdopted = (rows: readonly Row[], meanwhile: readonly AdoptedRecord[]): Row[] =>
  meanwhile.reduce<Row[]>(
    (all, record) => {
      const listed = record.row && all.find((row) => String(row[record.key]) === record.value);
      return listed && Number(listed.versione) >= Number(record.row?.versione) ? all : withChange(all, record);
    },
    [...rows],
  );

export type Copies = ReturnType<typeof openCopies>;
