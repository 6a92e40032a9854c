import { describe, expect, it } from 'vitest';
import type { JobRequest, JobsAsked } from '#contracts/ports/job-queue.ts';
import type { Dependencies, Route } from '#services/platform/module.ts';
import { rebuildRoute } from './rebuild.ts';

type Handle = Route['handle'];

/** Requests a rebuild; `open` has the id of the open rebuild by state. */
async function ask(
  open: Partial<Record<string, string>>,
  body: object = { conferma: true },
  commandId = '7b1a4a4e-2f3c-4d0e-9f39-7d0f8f4b6a15',
) {
  const asked: JobRequest[] = [];
  const jobs = {
    all: async ({ kind, status }: JobsAsked) => ({ rows: kind === 'rebuild-tables' && open[status!] ? [{ id: open[status!] }] : [] }),
    enqueue: async (request: JobRequest) => {
      asked.push(request);
      return request.id;
    },
  };
  const told: Record<string, unknown> = {};
  const res = {
    status: (code: number) => Object.assign(res, { told: Object.assign(told, { code }) }),
    location: (place: string) => Object.assign(res, { told: Object.assign(told, { place }) }),
    json: (answer: object) => void Object.assign(told, { answer }),
  };
  const identity = { memberID: 'admin', groupID: 2, permessi: {} };
  const context = { identity, commandId, correlationId: 'richiesta' } as unknown as Parameters<Handle>[2];
  await rebuildRoute({ jobs } as unknown as Dependencies).handle(
    { body } as Parameters<Handle>[0],
    res as unknown as Parameters<Handle>[1],
    context,
  );
  return { asked, told };
}

describe('La ricostruzione chiesta dalla pagina', () => {
  it('si mette in coda, di chi l’ha chiesta', async () => {
    const { asked, told } = await ask({});
    const [job] = asked;
    expect(job).toMatchObject({
      kind: 'rebuild-tables',
      title: 'Ricostruzione delle letture',
      utente: 'admin',
      groupID: 2,
      correlationId: 'richiesta',
    });
    expect(job!.atMost).toBeGreaterThan(0);
    expect(told).toEqual({ code: 202, place: `/api/processi/${job!.id}`, answer: { message: { jobId: job!.id } } });
  });

  it.each(['queued', 'running'])('una che c’è già (%s) non ne lascia chiedere un’altra', async (status) => {
    await expect(ask({ [status]: 'altra' })).rejects.toMatchObject({ code: 'PROCESSO_IN_CORSO' });
  });

  it('la stessa richiesta ripetuta è la stessa ricostruzione', async () => {
    const { id } = (await ask({})).asked[0]!;
    expect((await ask({ running: id! })).asked[0]!.id).toBe(id);
    expect((await ask({}, { conferma: true }, '6a0f5b1e-1c0f-4a53-9f6e-7f6a3a0f5d21')).asked[0]!.id).not.toBe(id);
  });

  it('senza conferma non si comincia', async () => {
    for (const body of [{}, { conferma: false }, { conferma: 1 }]) await expect(ask({}, body)).rejects.toThrow('conferma: true');
  });
});
