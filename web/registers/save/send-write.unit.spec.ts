// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cantieri } from '#contracts/registers/cantieri.ts';
import { meccanici } from '#contracts/registers/meccanici.ts';
import { network } from '#web/lib/api-client.ts';
import { ApiError, NetworkError } from '#web/lib/api-error.ts';
import { fakePortal, leaveNothing, signIn } from '#web/portal.testing.tsx';
import { recordWrite } from './record-write.ts';
import { answerOf, sendWrite } from './send-write.ts';

const attempts = { keyFor: (attempt: unknown) => JSON.stringify(attempt), markAnswered: () => {}, unanswered: () => ({}), adopt: () => {} };
const MADE = recordWrite(attempts, { register: 'meccanici', key: null, changes: { descrizione: 'Neri' }, version: null, draft: null });
const CHANGED = { ...MADE, key: '3', version: 4 };

beforeEach(() => signIn());
afterEach(() => {
  network.reached();
  leaveNothing();
});

it('a write goes as it lies there, with its key and the version that was read', async () => {
  const calls = fakePortal(() => ({ body: { message: { insertId: 7, versione: 5 } } }));
  expect(await sendWrite(meccanici, MADE)).toEqual({ is: 'written', result: { key: '7', version: 5 } });
  expect(await sendWrite(meccanici, CHANGED)).toEqual({ is: 'written', result: { key: '3', version: 5 } });
  expect(calls.map(({ method, key, version, body }) => [method, key, version, body])).toEqual([
    ['POST', MADE.idempotencyKey, null, { meccanici: { descrizione: 'Neri' } }],
    ['PUT', MADE.idempotencyKey, '"4"', { meccanici: { id: 3, descrizione: 'Neri' } }],
  ]);
});

it('the attempts that lie in older drafts are the same actions still', () => {
  expect(MADE.idempotencyKey).toBe('[null,{"descrizione":"Neri"},0]');
  expect(recordWrite(attempts, CHANGED).idempotencyKey).toBe('["3",{"descrizione":"Neri"},4]');
  expect(recordWrite(attempts, MADE, ['12', 1]).idempotencyKey).toBe('["12",1]');
});

it('a lost network is an answer at once: who sends it waits', async () => {
  const calls = fakePortal(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await sendWrite(meccanici, CHANGED)).toEqual({ is: 'lost' });
  expect([calls.length, network.state()]).toEqual([1, { online: false, waitingCount: 0 }]);
});

describe('what an error says', () => {
  const meets = { message: 'Modificato', attuale: { id: 3, descrizione: 'Bianchi' }, versione: 7, utente: 'bruno' };
  it('another person’s change is a conflict', () => {
    expect(answerOf(meccanici, CHANGED, new ApiError(409, meets))).toMatchObject({
      is: 'conflict',
      key: '3',
      message: 'Modificato',
      conflict: { version: 7, utente: 'bruno', values: { id: 3, descrizione: 'Bianchi' } },
    });
  });

  it('of a new one the key is taken, unless the portal names the field', () => {
    const fields = (error: ApiError) => {
      const answer = answerOf(cantieri, { key: null }, error);
      return answer.is === 'refused' ? answer.refusal.fields : answer.is;
    };
    expect(fields(new ApiError(409, { message: 'Esiste già' }))).toEqual([{ campo: 'commessa', messaggio: 'Esiste già' }]);
    const errors = [{ campo: 'cig', messaggio: 'Già usato' }];
    expect(fields(new ApiError(409, { message: 'x', errors }))).toEqual(errors);
  });

  it.each([401, 403, 404, 422, 500])('%i is a refusal', (status) => {
    expect(answerOf(meccanici, CHANGED, new ApiError(status, { message: 'No' }))).toEqual({
      is: 'refused',
      refusal: { status, message: 'No', fields: [] },
    });
  });

  it('no answer is lost, what is no answer at all a refusal', () => {
    expect(answerOf(meccanici, CHANGED, new NetworkError())).toEqual({ is: 'lost' });
    expect(answerOf(meccanici, CHANGED, new RangeError('x'))).toMatchObject({ is: 'refused', refusal: { status: 500 } });
    expect(answerOf(meccanici, CHANGED, new ApiError(409, { message: 'Altro' }))).toMatchObject({
      is: 'refused',
      refusal: { status: 409, fields: [] },
    });
  });
});
