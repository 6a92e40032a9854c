import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileFields, filePath } from '#contracts/core/documents.ts';
import { contrattoPath, noleggioFotoPath } from '#contracts/modules/noleggi.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import { streamOf, type Values } from '#contracts/core/define-register.ts';
import { noleggi as registroNoleggi } from '#contracts/registers/noleggi.ts';
import { storicoNoleggi as registroStorico } from '#contracts/registers/storico-noleggi.ts';
import { fold } from '#contracts/core/fold.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { uploadFile } from '../registers/upload-document.ts';
import type { Dependencies, Ownership } from '../platform/module.ts';
import { pdf } from './pdf.ts';
import type { NoleggioEntry } from './entries.ts';

type Deps = Pick<Dependencies, 'catalogue' | 'store' | 'clock' | 'files' | 'dispatch'>;
type Tell<F extends NoleggioEntry['fatto']> = Extract<NoleggioEntry, { fatto: F }>;

interface KnownRental {
  id: number;
  matricola: string;
  utente: string;
  periodi: Map<number, number>;
}

const noleggi = registroNoleggi;
const storicoNoleggi = registroStorico;
const FIELDS = new Map(fileFields(noleggi).map((fieldName) => [fieldName.field, fieldName]));

/** Creates the function that records the entries of rentals. It remembers each rental's number by the rental's name in the demo. */
export function rentalRecorder(deps: Deps): (entry: NoleggioEntry, sender: Sender) => Promise<void> {
  const rentals = new Map<string, KnownRental>();
  return async (entry, sender) => {
    if (entry.fatto === 'registrato') return void rentals.set(entry.quale, await record(deps, entry.valori, sender));
    const rental = rentals.get(entry.quale);
    if (!rental) throw new Error(`rental ${entry.quale} is not there yet`);
    switch (entry.fatto) {
      case 'modificato':
        return void (await deps.dispatch({ register: noleggi.path, action: 'change', key: rental.id, values: entry.valori }, sender));
      case 'periodo':
        return void rental.periodi.set(entry.periodo, await periodo(deps, rental, entry.valori, sender));
      case 'periodo-finito':
        return void (await deps.dispatch(
          {
            register: storicoNoleggi.path,
            action: 'change',
            key: ofPeriodo(rental, entry.periodo),
            values: { ...entry.valori, id_noleggi: rental.id },
          },
          sender,
        ));
      case 'documento':
        return document(deps, rental, entry, sender);
      case 'contratto':
        return contratto(deps, rental, entry, sender);
      case 'foto':
        return foto(deps, rental, entry, sender);
    }
  };
}

async function record({ catalogue, dispatch, store }: Deps, values: Values, sender: Sender): Promise<KnownRental> {
  const { key } = await dispatch({ register: noleggi.path, action: 'create', values }, sender);
  const record = fold(catalogue, await store.read(streamOf(noleggi, key))).get(recordKey(noleggi.path, key));
  return { id: Number(key), matricola: String(record?.values['matricola']), utente: sender.identity.memberID, periodi: new Map() };
}

async function periodo({ dispatch }: Deps, { id }: KnownRental, values: Values, sender: Sender): Promise<number> {
  const { key } = await dispatch({ register: storicoNoleggi.path, action: 'create', values: { ...values, id_noleggi: id } }, sender);
  return Number(key);
}

async function document(
  deps: Deps,
  { id, matricola, utente }: KnownRental,
  { campo, titolo, righe }: Tell<'documento'>,
  sender: Sender,
): Promise<void> {
  const field = FIELDS.get(campo);
  if (!field) throw new Error(`${campo} is no document of a rental`);
  const ownership: Ownership = { def: noleggi, kind: 'pdf', records: [{ id, utente, field: campo }] };
  await uploadFile(deps, {
    path: filePath(matricola, field),
    ownership,
    content: () => Readable.from([pdf(titolo, [`Noleggio ${matricola}`, ...righe])]),
    sender,
  });
}

async function contratto(
  deps: Deps,
  rental: KnownRental,
  { periodo: periodNumber, data_inizio, titolo, righe }: Tell<'contratto'>,
  sender: Sender,
): Promise<void> {
  const { id, matricola, utente } = rental;
  const ownership: Ownership = {
    def: storicoNoleggi,
    kind: 'pdf',
    records: [{ id: ofPeriodo(rental, periodNumber), parent: id, utente, field: 'contratto' }],
  };
  await uploadFile(deps, {
    path: contrattoPath(matricola, data_inizio),
    ownership,
    content: () => Readable.from([pdf(titolo, [`Noleggio ${matricola}`, ...righe])]),
    sender,
  });
}

/** Records a photo as the screen does: first the upload, then the record that names the file. */
async function foto(
  deps: Deps,
  { id, matricola, utente }: KnownRental,
  { data, numero, disegno: drawing }: Tell<'foto'>,
  sender: Sender,
): Promise<void> {
  const path = noleggioFotoPath(matricola, data, numero);
  const ownership: Ownership = { def: noleggi, kind: 'jpeg', records: [{ id, utente, field: null }], awaited: true };
  await uploadFile(deps, {
    path,
    ownership,
    content: () => Readable.from([readFileSync(new URL(`./foto/${drawing}.jpg`, import.meta.url))]),
    sender,
  });
  await deps.dispatch({ register: 'fotoNoleggi', action: 'create', values: { id_noleggi: id, data, foto: path } }, sender);
}

function ofPeriodo({ periodi, matricola }: KnownRental, which: number): number {
  const id = periodi.get(which);
  if (id === undefined) throw new Error(`period ${which} of ${matricola} is not there yet`);
  return id;
}
