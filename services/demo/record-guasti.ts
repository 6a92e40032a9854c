import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { faultPhoto, guasti } from '#contracts/registers/guasti.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { closeFault, linkMaintenance } from '../modules/guasti/commands.ts';
import { derivedCommandId } from '../registers/command-handling.ts';
import { uploadFile } from '../registers/upload-document.ts';
import type { Dependencies } from '../platform/module.ts';
import type { FaultEntry } from './entries.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'files' | 'dispatch'>;

/** Creates the function that records the entries of faults. It remembers each fault's number by the fault's name in the demo. */
export function faultRecorder(deps: Deps): (entry: FaultEntry, sender: Sender) => Promise<void> {
  const numbers = new Map<string, number>();
  const close = closeFault(deps.clock);
  return async (entry, sender) => {
    const linked = { ...sender, commandId: derivedCommandId(sender.commandId, 'collega') };
    if (entry.fatto === 'segnalato') return void numbers.set(entry.quale, await report(deps, entry, sender));
    const id = numbers.get(entry.quale);
    if (id === undefined) throw new Error(`fault ${entry.quale} is not there yet`);
    if (entry.fatto === 'chiuso') return void (await deps.dispatch(close.call(id, {}), sender));
    const { key } = await deps.dispatch({ register: manutenzioni.path, action: 'create', values: entry.valori }, sender);
    await deps.dispatch(linkMaintenance.call(id, { manutenzione: Number(key) }), linked);
  };
}

/** Records a fault as the phone does: first the report, then the photo. Returns the fault's number. */
async function report(deps: Deps, { valori, foto }: Extract<FaultEntry, { fatto: 'segnalato' }>, sender: Sender): Promise<number> {
  const id = Number((await deps.dispatch({ register: guasti.path, action: 'create', values: valori }, sender)).key);
  if (foto === undefined) return id;
  await uploadFile(deps, {
    path: faultPhoto(String(valori['matricola']), id),
    ownership: { def: guasti, kind: 'jpeg', records: [{ id, utente: sender.identity.memberID, field: 'foto' }] },
    content: () => Readable.from([readFileSync(new URL(`./foto/${foto}.jpg`, import.meta.url))]),
    sender: { ...sender, commandId: derivedCommandId(sender.commandId, 'foto') },
  });
  return id;
}
