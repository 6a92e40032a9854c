import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Headers that proxies add. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/**
 * Whether a program of this very machine asks, on its own account: the other end of the connection is
 * loopback, no proxy has passed the request on (one on loopback speaks for the world, and what its
 * header says can be made up), and it asked for this machine by a name of its own: a page elsewhere
 * whose name was turned to 127.0.0.1 did not.
 */
export function onThisMachine(req: Pick<Request, 'socket' | 'headers'>): boolean {
  if (!isLoopback(req.socket.remoteAddress)) return false;
  if (PASSED_ON.some((name) => req.headers[name] !== undefined)) return false;
  const name = (req.headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return name.toLowerCase() === 'localhost' || isLoopback(name);
}
