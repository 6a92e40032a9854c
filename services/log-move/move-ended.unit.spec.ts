import { describe, expect, it } from 'vitest';
import { OutcomeUnknown, StoreUnavailable } from '#contracts/ports/event-store.ts';
import { NotACopy } from './copy-log.ts';
import { moveEnded } from './move-ended.ts';
import type { StoredEvent } from '#contracts/core/events.ts';

const AGAIN = 'Nothing of the portal has changed: begun again, the copy goes on where it was.';
const said = (error: unknown) => (moveEnded(error, 'es.prova:2113') as Error).message;
const withCode = (code: number | string, message: string) => Object.assign(new Error(message), { code });

describe('come finisce uno spostamento interrotto', () => {
  it.each([
    ['il server tace', new StoreUnavailable('EventStoreDB: 14 UNAVAILABLE'), `es.prova:2113 does not answer. ${AGAIN}`],
    ['la risposta si perde', new OutcomeUnknown(), `es.prova:2113 does not answer. ${AGAIN}`],
    ['il server cade a metà', withCode(13, '13 INTERNAL: Received RST_STREAM with code 2'), `es.prova:2113 does not answer. ${AGAIN}`],
    [
      'una riga di gRPC',
      withCode(7, '7 PERMISSION_DENIED: access denied\n  at x'),
      `es.prova:2113 refused what was asked (7 PERMISSION_DENIED: access denied). ${AGAIN}`,
    ],
    ['PostgreSQL si ferma', withCode('57P01', 'terminating connection'), `PostgreSQL does not answer. ${AGAIN}`],
    ['il registro in PostgreSQL tace', new StoreUnavailable('PostgreSQL: connection ended'), `PostgreSQL does not answer. ${AGAIN}`],
  ])('%s: una riga che dice chi, e che si ricomincia', (_when, error, line) => {
    expect(said(error)).toBe(line);
  });

  it('ciò che il programma stesso dice resta come è', () => {
    const own = new NotACopy(3, { type: 'X.v1', stream: 'x-1' } as StoredEvent);
    expect(moveEnded(own, 'x')).toBe(own);
  });
});
