import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOBS_PER_PERSON } from '#contracts/ports/job-queue.ts';
import type { Person, TestPortal } from '../../../test/portal.ts';
import { readZip } from '../../../test/zip.ts';
import { allegatiBench, names, type AllegatiBench } from './testing.ts';

let b: AllegatiBench;
let portale: TestPortal;
let everything: Person;
beforeAll(async () => {
  b = await allegatiBench();
  ({ portale, everything } = b);
});
afterAll(() => b.portale.stop());

describe('zip in risposta', () => {
  it('chi chiede lo zip stesso lo riceve mentre si fa, senza un processo; dal primo byte prima che l’ultimo file sia letto', async () => {
    const matricola = await b.macchina(['CE', 'CDP']);
    const before = await portale.deps.jobs.counts();
    const open = Promise.withResolvers<void>();
    const { read } = portale.deps.files;
    // the second file can be read only after the client has received the first byte
    portale.deps.files.read = async (path, version) => {
      if (path.endsWith('_CDP.pdf')) await open.promise;
      return read(path, version);
    };
    try {
      const answer = await fetch(`${portale.base}/api/allegati`, {
        method: 'POST',
        headers: { authorization: `Bearer ${everything.token}`, 'content-type': 'application/json', accept: 'application/zip' },
        body: JSON.stringify({ macchina: matricola }),
      });
      const reader = answer.body!.getReader();
      const pieces = [(await reader.read()).value!];
      expect(pieces[0]!.length).toBeGreaterThan(0);
      open.resolve();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) pieces.push(piece.value);
      expect(names(await readZip(Buffer.concat(pieces)))).toEqual([
        `${matricola}/${matricola}_CE.pdf`,
        `${matricola}/${matricola}_CDP.pdf`,
      ]);
    } finally {
      portale.deps.files.read = read;
    }
    expect(await portale.deps.jobs.counts()).toEqual(before);
  });

  it('chi chiede lo zip stesso lo riceve con il suo tipo', async () => {
    const matricola = await b.macchina(['CE']);
    const answer = await fetch(`${portale.base}/api/allegati`, {
      method: 'POST',
      headers: { authorization: `Bearer ${everything.token}`, 'content-type': 'application/json', accept: 'application/zip' },
      body: JSON.stringify({ auth: 'x', macchina: matricola }),
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(names(await readZip(Buffer.from(await answer.arrayBuffer())))).toEqual([`${matricola}/${matricola}_CE.pdf`]);
  });

  it('ognuno ne può avere pochi insieme, e un altro dopo che uno è finito', async () => {
    const [matricola, own] = [await b.macchina(['CE']), await b.macchina(['CE'], b.ownFiles)];
    const open = Promise.withResolvers<void>();
    const { read } = portale.deps.files;
    portale.deps.files.read = async (path, version) => {
      await open.promise;
      return read(path, version);
    };
    const ask = (person: Person, macchina: string) =>
      fetch(`${portale.base}/api/allegati`, {
        method: 'POST',
        headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', accept: 'application/zip' },
        body: JSON.stringify({ macchina }),
      });
    try {
      // all responses have begun, and none can end, since reading files is blocked
      const going = await Promise.all(Array.from({ length: JOBS_PER_PERSON }, () => ask(everything, matricola)));
      expect(going.map(({ status }) => status)).toEqual(going.map(() => 200));
      const refused = await ask(everything, matricola);
      expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
        429,
        expect.stringContaining(`${JOBS_PER_PERSON} operazioni non finite`),
      ]);
      const other = await ask(b.ownFiles, own);
      expect(other.status).toBe(200);
      open.resolve();
      await Promise.all([...going, other].map((one) => one.arrayBuffer()));
    } finally {
      open.resolve();
      portale.deps.files.read = read;
    }
    await expect
      .poll(async () => {
        const answer = await ask(everything, matricola);
        await answer.arrayBuffer();
        return answer.status;
      })
      .toBe(200);
  });
});
