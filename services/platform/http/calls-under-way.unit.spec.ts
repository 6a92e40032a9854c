import { EventEmitter } from 'node:events';
import express, { type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { CALL_LIMITS, callsUnderWay, LARGE_BODY_BYTES } from './calls-under-way.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));
/** Creates a request with a body of this many bytes: `null` for an unknown length, 0 for no body. */
const withBody = (bytes: number | null, type = 'application/json'): Request => {
  const headers = { 'content-type': type, ...(bytes === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(bytes) }) };
  return Object.assign(Object.create(express.request) as Request, { headers });
};

/** Returns a function that makes calls; each is in progress until its `end` is called. */
function caller(underWay: ReturnType<typeof callsUnderWay>) {
  return (person: string, heavy?: true | ((req: Request) => boolean), req = withBody(0)) => {
    const res = new EventEmitter() as unknown as Response;
    const state = { begun: false, refused: undefined as unknown, end: () => res.emit('close') };
    underWay.enter(person, heavy === undefined ? {} : { heavy }, req, res).then(
      () => (state.begun = true),
      (error: unknown) => (state.refused = error),
    );
    return state;
  };
}

describe('Le chiamate di una persona', () => {
  it('in corso sono 32: la successiva aspetta che una finisca, quelle degli altri no', async () => {
    const call = caller(callsUnderWay());
    const mine = Array.from({ length: 33 }, () => call('anna'));
    const other = call('bruno');
    await settled();
    expect(mine.map(({ begun }) => begun)).toEqual([...Array<boolean>(32).fill(true), false]);
    expect(other.begun).toBe(true);
    mine[0]!.end();
    await settled();
    expect(mine[32]!.begun).toBe(true);
  });

  it('pesanti sono due, e quattro in tutto; il posto va a chi ne ha meno', async () => {
    const call = caller(callsUnderWay());
    const [anna, bruno, carla] = ['anna', 'bruno', 'carla'].map((name) => Array.from({ length: 3 }, () => call(name, true)));
    await settled();
    const begun = (calls = anna) => calls!.filter((one) => one.begun).length;
    expect([begun(anna), begun(bruno), begun(carla)]).toEqual([2, 2, 0]);
    anna![0]!.end();
    await settled();
    expect([begun(anna), begun(carla)]).toEqual([2, 1]);
    // a light call of the same person does not wait
    const light = call('anna', () => false);
    await settled();
    expect(light.begun).toBe(true);
  });

  it('con un corpo grande sono due a persona; gli altri, i corpi di un modulo e i file non aspettano', async () => {
    const call = caller(callsUnderWay());
    const large = [LARGE_BODY_BYTES + 1, null, LARGE_BODY_BYTES + 1].map((bytes) => call('anna', undefined, withBody(bytes)));
    const others = [
      call('bruno', undefined, withBody(LARGE_BODY_BYTES + 1)),
      call('anna', undefined, withBody(LARGE_BODY_BYTES)),
      call('anna', undefined, withBody(9_000_000, 'multipart/form-data; boundary=x')),
    ];
    await settled();
    expect(large.map(({ begun }) => begun)).toEqual([true, true, false]);
    expect(others.map(({ begun }) => begun)).toEqual([true, true, true]);
    large[0]!.end();
    await settled();
    expect(large[2]!.begun).toBe(true);
  });

  it('chi aspetta troppo, o in troppi, legge 429 con Retry-After', async () => {
    const call = caller(callsUnderWay({ ...CALL_LIMITS, calls: 1, patienceMs: 20, maxWaiting: 1 }));
    const first = call('anna');
    const late = call('anna');
    const tooMany = call('anna');
    await expect.poll(() => late.refused).toMatchObject({ code: 'TROPPE_CHIAMATE', status: 429, dettagli: { retryAfter: 5 } });
    expect(tooMany.refused).toMatchObject({ code: 'TROPPE_CHIAMATE' });
    first.end();
    const next = call('anna');
    await settled();
    expect(next.begun).toBe(true);
  });

  it('chi se ne va mentre aspetta non tiene il posto', async () => {
    const call = caller(callsUnderWay({ ...CALL_LIMITS, calls: 1 }));
    const first = call('anna');
    const gone = call('anna');
    await settled();
    gone.end();
    first.end();
    await settled();
    const next = call('anna');
    await settled();
    expect([next.begun, gone.begun]).toEqual([true, false]);
  });
});
