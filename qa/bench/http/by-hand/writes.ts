import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

/** Person and idempotency key of a call. */
export interface Caller {
  token: string;
  key: string;
}

export interface WriteResult {
  numero: number;
  versione: number;
}

export interface Values {
  descrizione: string;
  matricola?: string;
  data?: string;
  ore_km?: number;
}

/** Writes of maintenance records; a call resolves when the write is durable and in every table. */
export interface ByHand {
  create(caller: Caller, values: Values): Promise<WriteResult>;
  change(caller: Caller, id: number, values: Values): Promise<WriteResult>;
}

interface Call {
  sessione: string;
  chiave: string;
  impronta: string;
  evento: string;
  correlazione: string;
  quando: string;
  numero: number | null;
  valori: Values;
}

/** Label, kind and order of the fields in history entries, as the register's definition gives them. */
const FIELDS = JSON.stringify({
  data: ['Data', 'date', 1],
  matricola: ['Matricola', 'ref', 2],
  descrizione: ['Descrizione', 'text', 3],
  ore_km: ['Ore/Km', 'number', 4],
});

const digest = (text: string, as: 'hex' | 'base64url'): string => createHash('sha256').update(text).digest(as);

const callOf = ({ token, key }: Caller, numero: number | null, valori: Values): Call => ({
  sessione: digest(token, 'hex'),
  chiave: key,
  impronta: digest(JSON.stringify([numero, valori]), 'base64url'),
  evento: randomUUID(),
  correlazione: randomUUID(),
  quando: new Date().toISOString(),
  numero,
  valori,
});

/** Groups the calls that arrive during a transaction into the next transaction, at most one call per record. */
function inGroups(send: (calls: readonly Call[]) => Promise<WriteResult[]>): (call: Call) => Promise<WriteResult> {
  let queue: (PromiseWithResolvers<WriteResult> & { call: Call })[] = [];
  let active = false;
  const empty = async (): Promise<void> => {
    if (active) return;
    active = true;
    while (queue.length > 0) {
      // callers that were just answered can join the next group with their next call
      await new Promise((resolve) => setImmediate(resolve));
      const records = new Set<number>();
      const group = queue.filter(({ call: { numero } }) => numero === null || (!records.has(numero) && records.add(numero)));
      queue = queue.filter((one) => !group.includes(one));
      await send(group.map(({ call }) => call)).then(
        (rows) => group.forEach(({ resolve }, i) => resolve(rows[i]!)),
        (error: unknown) => group.forEach(({ reject }) => reject(error)),
      );
    }
    active = false;
  };
  return (call) => {
    const one = { ...Promise.withResolvers<WriteResult>(), call };
    queue.push(one);
    void empty();
    return one.promise;
  };
}

/** Creates writes that call the SQL functions of `prepareByHand`. */
export function writesByHand(pool: Pool): ByHand {
  const by = (name: string) =>
    inGroups(async (calls) => {
      const text = `select numero, versione from public.${name}($1, $2)`;
      return (await pool.query<WriteResult>({ name, text, values: [JSON.stringify(calls), FIELDS] })).rows;
    });
  const [create, change] = [by('a_mano_crea'), by('a_mano_cambia')];
  return {
    create: (caller, values) => create(callOf(caller, null, values)),
    change: (caller, id, values) => change(callOf(caller, id, values)),
  };
}
