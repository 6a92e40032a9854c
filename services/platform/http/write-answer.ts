import type { Request, Response } from 'express';
import type { Sender } from '#contracts/ports/dispatch.ts';
import type { Context, Dependencies } from '../module.ts';
import { requireIdentity } from './permissions.ts';
import { origineOf } from './request.ts';

/** Returns the sender of a command received over HTTP. */
export function senderOf(req: Request, context: Context): Sender {
  return {
    identity: requireIdentity(context.identity),
    commandId: context.commandId,
    correlationId: context.correlationId,
    origine: origineOf(req),
  };
}

/**
 * Waits until the read models contain a recorded write. If they do not in time, sets the header `X-Proiezione: in-ritardo`; never fails,
 * since the write is recorded.
 */
export async function waitForReadTables(
  { readModelWait: wait }: Pick<Dependencies, 'readModelWait'>,
  res: Response,
  position: string | null,
): Promise<void> {
  if (position === null) return;
  const ready = await wait.until(position).catch(() => false);
  if (!ready) res.set('X-Proiezione', 'in-ritardo');
}

/** Sends the response of an update or a delete. The version is also sent as `ETag`, which clients send back in `If-Match`. */
export function sendChanged(res: Response, affectedRows: number, version: number): void {
  res.set('ETag', `"${version}"`).json({ message: { affectedRows, versione: version } });
}
