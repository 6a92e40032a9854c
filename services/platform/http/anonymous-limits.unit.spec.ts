import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { expect, it } from 'vitest';
import { ANONYMOUS_LIMITS, anonymousLimits } from './anonymous-limits.ts';

/** Opens five connections from one address; returns how many the server leaves open. */
function left(address: string, trusted: (address: string) => boolean): number {
  const server = new EventEmitter() as Server;
  anonymousLimits({ ...ANONYMOUS_LIMITS, connections: 2 }).watch(server, trusted);
  let open = 0;
  for (let i = 0; i < 5; i += 1) {
    open += 1;
    server.emit(
      'connection',
      Object.assign(new EventEmitter(), {
        remoteAddress: address,
        destroy: () => {
          open -= 1;
        },
      }),
    );
  }
  return open;
}

it('le connessioni di un proxy fidato non si contano, anche per IPv6', () => {
  for (const proxy of ['127.0.0.1', '::1', 'fd00::7'])
    expect(
      left(proxy, (address) => address === proxy),
      proxy,
    ).toBe(5);
  for (const stranger of ['192.0.2.7', '2001:db8::7'])
    expect(
      left(stranger, () => false),
      stranger,
    ).toBe(2);
});
