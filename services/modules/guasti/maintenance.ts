import { romeDate } from '#contracts/core/dates.ts';
import type { Values } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope } from '#contracts/core/permissions.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordIn, type RecordOf, type ValuesOf } from '#contracts/core/typed-record.ts';
import { problemWords } from '#contracts/modules/guasti/points.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { guasti } from '#contracts/registers/guasti.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { findRows } from '#projections/registers/record.queries.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { senderOf, waitForReadTables } from '#services/platform/http/write-answer.ts';
import { keyedQueue } from '#services/platform/concurrency/keyed-queue.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { authoriseRead } from '#services/registers/authorise.ts';
import { isData, rawKey, readKey } from '#services/registers/body.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { linkMaintenance } from './commands.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'readDb' | 'clock' | 'dispatch' | 'readModelWait'>;

/** Route that prepares the maintenance of a fault: a draft on the fault's machine with the reported problems. */
export const prepareRoute = (deps: Deps): Route => ({
  method: 'POST',
  path: '/api/guasti/manutenzione',
  permission: { access: manutenzioni.access, action: 'insert' },
  description: 'Prepara la manutenzione di un guasto: una bozza sulla sua macchina, con ciò che è stato segnalato',
  async handle(req, res, context) {
    const identity = requireIdentity(context.identity);
    const key = Number(readKey(guasti, rawKey(guasti, isData(req.body) ? req.body : {})));
    const fault = await faultOf(deps, key);
    if (!fault) throw new DomainError('SCONOSCIUTO');
    authoriseRead(guasti, identity, fault.utente);
    if (scope(identity, guasti.access, 'edit') === 'none') throw new DomainError('NON_PERMESSO');
    const { id, position } = await prepareMaintenance(deps, key, senderOf(req, context));
    await waitForReadTables(deps, res, position);
    res.status(201).json({ message: { insertId: id } });
  },
});

const oneAtATime = keyedQueue();

/**
 * Creates the draft maintenance of a fault and links it to the fault. If the fault already has a maintenance, returns that one, with `null`
 * as position. Throws `SCONOSCIUTO` if the fault does not exist.
 */
export function prepareMaintenance(deps: Deps, faultId: number, sender: Sender): Promise<{ id: number; position: string | null }> {
  return oneAtATime(String(faultId), async () => {
    const fault = await faultOf(deps, faultId);
    if (!fault) throw new DomainError('SCONOSCIUTO');
    if (fault.values.manutenzione) return { id: Number(fault.values.manutenzione), position: null };
    const values = await draftOf(deps, faultId, fault.values);
    const of = (part: string): Sender => ({ ...sender, commandId: derivedCommandId(sender.commandId, `guasto/${part}`) });
    const { key } = await deps.dispatch({ register: manutenzioni.path, action: 'create', values }, of('manutenzione'));
    const linked = await deps.dispatch(linkMaintenance.call(faultId, { manutenzione: Number(key) }), of('collega'));
    return { id: Number(key), position: linked.position };
  });
}

async function draftOf({ readDb, clock }: Deps, id: number, fault: ValuesOf<typeof guasti>): Promise<Values> {
  const matricola = fault.matricola ?? null;
  const [machine] = await findRows(readDb, macchinari, { matricola });
  const ofMachine = (field: 'descrizione' | 'matricola_costr') => (machine?.[field] as string | null | undefined) ?? null;
  return {
    data: romeDate(clock.now()),
    matricola,
    descrizione: ofMachine('descrizione'),
    matr_costr: ofMachine('matricola_costr'),
    manutenz_tipo: 'Straordinaria',
    note: `Bozza da completare, guasto n. ${id}: ${problemWords(fault)}`,
  };
}

/** Reads a fault from the log; `null` if the fault does not exist or was deleted. */
export async function faultOf(
  { catalogue, store }: Pick<Deps, 'catalogue' | 'store'>,
  id: number,
): Promise<RecordOf<typeof guasti> | null> {
  const events = await store.read(`${guasti.path}-${id}`);
  const fault = recordIn(fold(catalogue, events), guasti, id);
  return fault?.exists ? fault : null;
}
