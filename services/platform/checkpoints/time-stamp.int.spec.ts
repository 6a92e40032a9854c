import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stampingAuthority, type StampingAuthority } from '../../../test/stamping-authority.ts';
import { timeStamp } from './time-stamp.ts';

describe('A time stamp', () => {
  let authority: StampingAuthority;
  let answer: (res: ServerResponse) => void;
  const server = createServer((req, res) => {
    req.resume();
    res.writeHead(200, { 'content-type': 'application/timestamp-reply' });
    answer(res);
  });
  let url: string;
  beforeAll(async () => {
    authority = await stampingAuthority();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await authority?.close();
  });

  it('is of the text, and of no other', async () => {
    const stamp = await timeStamp(authority.url, 'sigillo');
    expect([await authority.verify(stamp, 'sigillo'), await authority.verify(stamp, 'altro')]).toEqual([true, false]);
  });

  it('is refused where the authority answers without an end, before all of it is read', async () => {
    let sent = 0;
    answer = (res) => {
      const more = () => {
        while (!res.destroyed && sent < 50_000_000) {
          sent += 65_536;
          if (!res.write(Buffer.alloc(65_536))) return void res.once('drain', more);
        }
        res.end();
      };
      more();
    };
    await expect(timeStamp(url, 'sigillo')).rejects.toThrow('answered too much');
    expect(sent).toBeLessThan(20_000_000);
  });

  it('is refused where the answer is none', async () => {
    answer = (res) => res.end('ciao');
    await expect(timeStamp(url, 'sigillo')).rejects.toThrow();
  });
});
