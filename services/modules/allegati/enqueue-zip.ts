import type { Response } from 'express';
import { z } from 'zod';
import { romeDate } from '#contracts/core/dates.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { esportaAllegati } from '#contracts/jobs/esporta-allegati.ts';
import type { Sender } from '#contracts/ports/dispatch.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { waitForReadTables } from '#services/platform/http/write-answer.ts';
import { JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import { recordTaking, type Taker } from '#services/platform/identity/access-trail.ts';
import { viewsOf } from '#services/registers/result-rights.ts';
import { derivedCommandId } from '#services/registers/command-handling.ts';
import { recordOpenings } from '#services/registers/record-openings.ts';
import { contentsOf, type Contents } from './zip-entries.ts';

const MAX_RECORDS = 5000;

const text = z.union([z.string(), z.number().transform(String)], { error: 'Serve una matricola' });
const matricolaSchema = z.union([text, z.object({ matricola: text }).transform((m) => m.matricola)], { error: 'Serve una matricola' });
/** Schema for the records of one request property: a matricola, a record with its matricola, or a list of either. */
const names = z.preprocess(
  (v) => (v === undefined || v === null || v === '' ? [] : Array.isArray(v) ? v : [v]),
  z.array(matricolaSchema).max(MAX_RECORDS, { error: `Al massimo ${MAX_RECORDS} macchinari` }),
);

/** Zip that the person may have: contents, file name without extension (`nome`), and Italian title for job list and trail. */
export interface ZipAsked extends Contents {
  nome: string;
  title: string;
  /** Names of the requested records, as written in the request. */
  names: readonly string[];
  /** Paths of the registers to which the requested records belong. */
  registers: ReadonlySet<string>;
}

/** Collects the files of the requested records that the person may open. Throws RICHIESTA_NON_VALIDA if no record is requested. */
export async function zipAsked(deps: Dependencies, body: unknown, { identity }: Sender): Promise<ZipAsked> {
  const request = z.record(z.string(), z.unknown()).catch({}).parse(body);
  const contents: Contents = { file: [], riservati: [], openings: [] };
  const names: string[] = [];
  const parts: string[] = [];
  const registers = new Set<string>();
  const owners = deps.owners.exports();
  for (const property of new Set(owners.map((owner) => owner.property))) {
    const requestedNames = namesIn(property, request);
    names.push(...requestedNames);
    for (const owner of owners.filter((o) => o.property === property)) {
      const ownedNames = requestedNames.filter((name) => owner.acceptsMatricola(name));
      const found = await contentsOf(deps, owner, [...new Set((await owner.matricoleOf?.(ownedNames)) ?? ownedNames)], identity);
      for (const part of ['file', 'riservati', 'openings'] as const) (contents[part] as unknown[]).push(...found[part]);
      const { one, many } = owner.def.labels;
      if (ownedNames.length > 0) registers.add(owner.def.path);
      if (ownedNames.length > 0)
        parts.push(
          requestedNames.length === 1 && ownedNames[0]
            ? `${one} ${ownedNames[0]}`
            : `${ownedNames.length} ${ownedNames.length === 1 ? one : many}`,
        );
    }
  }
  if (names.length === 0) {
    const asked = owners.find((owner) => owner.property in request);
    throw new DomainError('RICHIESTA_NON_VALIDA', { message: asked?.def.messages.noneChosen ?? 'Selezionare un macchinario' });
  }
  const nome = names.length === 1 && names[0] ? names[0] : `allegati-${romeDate(deps.clock.now())}`;
  return { ...contents, nome, names, registers, title: `Zip allegati, ${parts.join(' e ')}` };
}

/** Person who requests a zip, with the response to the request. */
export interface ZipTaker {
  res: Response;
  sender: Sender;
  taker: Taker;
}

const OPENED_FOR = 'esportazione zip';

/**
 * Records a zip in the trail of accesses before it is sent. Each reserved document in the zip is recorded in its record's history as
 * opened.
 */
export async function recordHandedOut(
  deps: Dependencies,
  { openings, title, names, file }: ZipAsked,
  { res, sender, taker }: ZipTaker,
): Promise<void> {
  await recordTaking(deps, taker, { tipo: 'zip', cosa: names.length > 1 ? `${title}: ${names.join(', ')}` : title, quanti: file.length });
  await waitForReadTables(deps, res, await recordOpenings(deps, openings, { ...sender, motivo: OPENED_FOR }));
}

/** Queues the job that makes the zip, and returns the job's id. Throws CODA_PIENA if the person has too many unfinished jobs. */
export async function enqueueZip(deps: Dependencies, request: ZipAsked, recipient: ZipTaker): Promise<string> {
  const { sender } = recipient;
  const { identity, correlationId } = sender;
  const { file, riservati, nome, title } = request;
  const id = derivedCommandId(sender.commandId, esportaAllegati.kind);
  // checked first, so that a refused request records no document as opened
  await deps.jobs.requireRoom(identity.memberID, id, JOBS_PER_PERSON);
  await recordHandedOut(deps, request, recipient);
  return deps.jobs.enqueue({
    kind: esportaAllegati.kind,
    title,
    data: { nome, file, ...(riservati.length > 0 ? { riservati } : {}) },
    id,
    atMost: JOBS_PER_PERSON,
    correlationId,
    utente: identity.memberID,
    groupID: identity.groupID,
    rights: {
      ...viewsOf(deps.catalogue, identity, [...request.registers]),
      reserved: [...new Set(request.openings.flatMap(({ ownership }) => (ownership?.reserved ? [ownership.def.path] : [])))],
    },
  });
}

function namesIn(property: string, request: Record<string, unknown>): string[] {
  const read = z.object({ [property]: names }).parse(request)[property] ?? [];
  return [...new Set(read.map((name) => name.trim()).filter((name) => name !== ''))];
}
