import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

/** Headers by which proxies mark a forwarded request. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/**
 * Tells whether a program on this machine sent the request directly. The peer must be loopback, no proxy header present, and `Host` a name
 * of this machine. A local proxy forwards requests from anywhere, and its headers can be forged. The check of `Host` excludes pages whose
 * name was pointed to 127.0.0.1 (DNS rebinding).
 */
export function isLocalRequest(req: Pick<Request, 'socket' | 'headers'>): boolean {
  if (!isLoopback(req.socket.remoteAddress)) return false;
  if (PASSED_ON.some((name) => req.headers[name] !== undefined)) return false;
  const name = (req.headers.host ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return name.toLowerCase() === 'localhost' || isLoopback(name);
}
