import type { ErrorRequestHandler, Request, Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import { diskFull } from '#contracts/core/disk-full.ts';
import { DomainError, toProblem } from '#contracts/core/errors.ts';
import { OutcomeUnknown, StoreUnavailable } from '#contracts/ports/event-store.ts';
import { isTransientDatabaseError } from '#projections/database-errors.ts';
import { answerEarly, stillComing } from './early-answer.ts';

// schemas without messages of their own get zod's Italian ones
z.config(z.locales.it());

/**
 * Sends an error as a problem document with its status and headers. `reference` is the correlation id, by which the error is found in the
 * logs.
 */
export async function sendProblem(req: Request, res: Response, error: DomainError, reference?: string): Promise<void> {
  if (error.dettagli.retryAfter !== undefined) res.set('Retry-After', String(error.dettagli.retryAfter));
  res.status(error.status).type('application/problem+json');
  const text = JSON.stringify({ ...toProblem(error), ...(reference === undefined ? {} : { riferimento: reference }) });
  if (await stillComing(req)) await answerEarly(req, res, text);
  else res.send(text);
}

/**
 * Creates the last middleware, which turns any thrown error into a problem document. Errors with status 500 or above are logged with their
 * correlation id, never with request data. `noRoom` tells whether NON_DISPONIBILE has a full disk as its cause, since a stopped database
 * does not report that.
 */
export function errorHandler(log: Logger, noRoom: () => Promise<boolean> = () => Promise.resolve(false)): ErrorRequestHandler {
  return async (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    let domain = asDomainError(error);
    if (domain.code === 'NON_DISPONIBILE' && (await noRoom())) domain = noRoomLeft();
    const { correlationId } = res.locals as { correlationId?: string };
    const failed = domain.status >= 500;
    if (failed) log.error({ correlationId, code: domain.code, error: describeError(error) }, 'request failed');
    await sendProblem(req, res, domain, failed ? correlationId : undefined);
  };
}

const noRoomLeft = (): DomainError => new DomainError('DISCO_PIENO', { retryAfter: 60 });

export function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof z.ZodError) return invalidData(error);
  if (diskFull(error)) return noRoomLeft();
  if (error instanceof OutcomeUnknown) return new DomainError('ESITO_INCERTO', { retryAfter: 2 });
  if (error instanceof StoreUnavailable || isTransientDatabaseError(error)) return new DomainError('NON_DISPONIBILE', { retryAfter: 5 });
  return fromBodyParser(error) ?? refusedByPostgres(error) ?? new DomainError('ERRORE_INTERNO');
}

/** Converts a schema's issues into RICHIESTA_NON_VALIDA with a field and sentence each. `root` is put before each issue's path. */
export function invalidData(error: z.ZodError, root: readonly string[] = []): DomainError {
  const errors = error.issues.map((issue) => ({
    campo: [...root, ...issue.path.map(String)].join('.') || 'corpo',
    messaggio: issue.message,
  }));
  return new DomainError('RICHIESTA_NON_VALIDA', { errors });
}

interface HttpError {
  type?: string;
  status?: number;
  code?: string;
  message?: string;
  name?: string;
  stack?: string;
}

/** Translates errors of body-parser, of the router (malformed paths) and of range or header parsing; `null` for other errors. */
function fromBodyParser(error: unknown): DomainError | null {
  const { type, status } = (error ?? {}) as HttpError;
  if (type === 'entity.parse.failed') return new DomainError('JSON_NON_VALIDO');
  if (status === 413) return new DomainError('TROPPO_GRANDE');
  if (status === 415)
    return new DomainError('TIPO_NON_ACCETTATO', {
      message: 'La codifica del corpo della richiesta non è accettata: serve JSON in UTF-8.',
    });
  return status !== undefined && status >= 400 && status < 500 ? new DomainError('RICHIESTA_NON_VALIDA') : null;
}

/** Translates SQLSTATE class 22, a value that passed the schemas but that a column cannot hold, into RICHIESTA_NON_VALIDA. */
function refusedByPostgres(error: unknown): DomainError | null {
  const { code = '' } = (error ?? {}) as HttpError;
  return code.length === 5 && code.startsWith('22') ? new DomainError('RICHIESTA_NON_VALIDA') : null;
}

/** Returns an error's name, code and stack frames. Omits the message, since messages of the database can contain values. */
function describeError(error: unknown): Record<string, unknown> {
  const { name, code, stack = '' } = (error ?? {}) as HttpError;
  return {
    name,
    code,
    stack: stack
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12),
  };
}
