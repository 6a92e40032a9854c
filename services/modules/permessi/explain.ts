import { streamOf, type AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { fold } from '#contracts/core/fold.ts';
import { ruling, type Action, type Identity } from '#contracts/core/permissions.ts';
import { recordKey, type RecordState, type StreamState } from '#contracts/core/record-state.ts';
import type { ExplainedRecord, ExplainedRegister } from '#contracts/modules/permessi/explanation.ts';
import { ownerInWords, rulingInWords } from '#contracts/modules/permessi/words.ts';
import type { Command, Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies, Transition } from '#services/platform/module.ts';
import { authorise, authoriseRead, isOwnProfile, ownerOf } from '#services/registers/authorise.ts';
import { findFollowed } from '#services/registers/followed-record.ts';
import { parentOf } from '#services/registers/locate.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'readDb' | 'store' | 'rulesOf'>;

const OWN_PROFILE = 'È il proprio profilo: ognuno lo legge e ne cambia i dati, non il gruppo.';

/** Explains what a person may do with a register. Calls the same functions that authorise requests. */
export async function explainRegister(deps: Deps, def: AnyRegister, identity: Identity, group: string): Promise<ExplainedRegister> {
  const sentences = [group];
  const allowed = async (action: Action): Promise<0 | 1> => {
    const found = ruling(identity, def.access, action);
    sentences.push(rulingInWords(action, found));
    if (found.scope === 'none') return 0;
    if (action === 'view') return 1;
    const refusal = await refusalByRules(deps, def, identity, { action, transition: { key: '', before: undefined, after: undefined } });
    if (refusal !== null) sentences.push(refusal);
    return refusal === null ? 1 : 0;
  };
  const sees = await allowed('view');
  return {
    vede: sees,
    modifica: await allowed('edit'),
    elimina: await allowed('delete'),
    inserisce: await allowed('insert'),
    perche: sentences,
  };
}

/** Explains what a person may do with one record. Throws `SCONOSCIUTO` if the record does not exist. */
export async function explainRecord(
  deps: Deps,
  { def, key }: { def: AnyRegister; key: string | number },
  identity: Identity,
  group: string,
): Promise<ExplainedRecord> {
  const parent = def.parent ? await parentOf(deps, def, key) : undefined;
  const state: StreamState = parent === null ? new Map() : fold(deps.catalogue, await deps.store.read(streamOf(def, parent ?? key)));
  const record = state.get(recordKey(def.path, key));
  if (parent === null || !record?.exists || record.parentDeleted) throw new DomainError('SCONOSCIUTO');
  const sentences = [group];
  if (isOwnProfile(def, key, identity)) return { vede: 1, modifica: 1, perche: [...sentences, OWN_PROFILE] };
  const owner = ownerOf(def, state, record, parent);
  if (def.access.through) return explainFollowing(deps, { def, record }, identity, sentences);
  const [view, edit] = [ruling(identity, def.access, 'view'), ruling(identity, def.access, 'edit')];
  sentences.push(rulingInWords('view', view), rulingInWords('edit', edit));
  if ([view, edit].some(({ scope }) => scope === 'own')) sentences.push(ownerInWords(owner, identity.memberID));
  const sees = passes(() => authoriseRead(def, identity, owner));
  if (!sees) return { vede: 0, modifica: 0, perche: sentences };
  const edits = passes(() =>
    authorise(def, { action: 'change', register: def.path, key, ...(parent === undefined ? {} : { parent }) }, state, { identity }),
  );
  if (!edits) return { vede: 1, modifica: 0, perche: sentences };
  const transition = { key: String(key), before: record, after: withNextVersion(record) };
  const refusal = await refusalByRules(deps, def, identity, { action: 'edit', transition });
  return { vede: 1, modifica: refusal === null ? 1 : 0, perche: refusal === null ? sentences : [...sentences, refusal] };
}

/**
 * Explains a record that follows another record's rights. People who may see the other record may read this one; only its author may change
 * it.
 */
async function explainFollowing(
  deps: Deps,
  { def, record }: { def: AnyRegister; record: RecordState },
  identity: Identity,
  sentences: readonly string[],
): Promise<ExplainedRecord> {
  const followed = await findFollowed(deps, def, record.values);
  const [view, edit] = [ruling(identity, def.access, 'view'), ruling(identity, def.access, 'edit')];
  const reasons = [...sentences, rulingInWords('view', view), rulingInWords('edit', edit), ownerInWords(record.utente, identity.memberID)];
  if (!followed) return { vede: 0, modifica: 0, perche: [...reasons, 'Il record a cui si riferisce non esiste.'] };
  const target = ruling(identity, followed.def.access, 'view');
  reasons.push(`Il record a cui si riferisce è in «${followed.def.labels.many}». ${rulingInWords('view', target)}`);
  if (target.scope === 'own') reasons.push(ownerInWords(followed.owner, identity.memberID));
  const sees = passes(() => authoriseRead(followed.def, identity, followed.owner));
  return { vede: sees, modifica: sees === 1 && record.utente === identity.memberID ? 1 : 0, perche: reasons };
}

/** Returns the record after a change that leaves all its values, so that rules can be asked about rights alone. */
const withNextVersion = (record: RecordState): RecordState => ({ ...record, version: record.version + 1 });

function passes(check: () => void): 0 | 1 {
  try {
    check();
    return 1;
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return 0;
    throw error;
  }
}

const COMMANDS = { edit: 'change', delete: 'delete', insert: 'create' } as const;

/** Asks the rules of the modules about an action. Returns the message of the first rule that refuses; `null` if none refuses. */
async function refusalByRules(
  { rulesOf }: Deps,
  def: AnyRegister,
  identity: Identity,
  { action, transition }: { action: keyof typeof COMMANDS; transition: Transition },
): Promise<string | null> {
  const command: Command = { register: def.path, action: COMMANDS[action], key: transition.key };
  const sender: Sender = { identity, commandId: '', correlationId: '', origine: 'api' };
  try {
    for (const rule of rulesOf(def)) await rule.permits?.(transition, command, sender);
    return null;
  } catch (error) {
    if (error instanceof DomainError && error.status < 500) return error.message;
    throw error;
  }
}
