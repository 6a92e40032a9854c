import type { Request } from 'express';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import pTimeout from 'p-timeout';
import { DomainError } from '#contracts/core/errors.ts';
import { takenByName } from '../concurrency/taken.ts';
import { networkOf } from './network.ts';

/** Limits for clients without a session. Signed-in clients have Node's five minutes per request, for uploads over slow lines. */
export interface StrangerLimits {
  /** Milliseconds for a body, and for the head of a request (of anybody). */
  bodyMs: number;
  headMs: number;
  /** Of one address: bodies that are still coming, and connections. */
  bodies: number;
  connections: number;
}

/** Options of the server: how often it looks for heads that come too slowly. Its own 30 s would double the time that they have. */
export const SERVER_OPTIONS = { connectionsCheckingInterval: 2000 };

export const STRANGER_LIMITS: StrangerLimits = { bodyMs: 10_000, headMs: 15_000, bodies: 20, connections: 250 };

export interface Strangers {
  /** Keeps the limits of a server, also of connections that never ask anything; `trusted`: addresses that are a proxy's. */
  watch(server: Server, trusted: (address: string) => boolean): void;
  /** The connection is one of somebody who has signed in. */
  known(req: Request): void;
  knows(req: Request): boolean;
  /** Waits for a stranger's body: 408 for one that takes too long, and for the oldest of an address where too many are still coming. */
  body(req: Request, read: () => Promise<void>): Promise<void>;
}

export function strangers(limits = STRANGER_LIMITS): Strangers {
  const knownSockets = new WeakSet<Socket>();
  const connections = takenByName();
  /** By address, in the order in which they began. */
  const bodies = new Map<string, Set<AbortController>>();
  const releases = new WeakMap<Socket, () => void>();
  return {
    watch(server, trusted) {
      server.headersTimeout = limits.headMs;
      server.on('connection', (socket) => {
        const peer = socket.remoteAddress ?? '';
        if (trusted(peer)) return;
        const address = networkOf(peer);
        const release = connections.take(address);
        releases.set(socket, release);
        socket.once('close', release);
        if (connections.of(address) > limits.connections) socket.destroy();
      });
    },
    known({ socket }) {
      if (knownSockets.has(socket)) return;
      knownSockets.add(socket);
      releases.get(socket)?.();
    },
    knows: ({ socket }) => knownSockets.has(socket),
    async body(req, read) {
      if (req.complete) return read();
      const address = networkOf(req.ip ?? '');
      const coming = bodies.get(address) ?? new Set<AbortController>();
      bodies.set(address, coming);
      // a whole sign-in fits into one packet: whoever sends it is not made to wait by those who hold theirs back
      if (coming.size >= limits.bodies) coming.values().next().value?.abort(new DomainError('TROPPO_LENTA'));
      const mine = new AbortController();
      coming.add(mine);
      try {
        await pTimeout(read(), { milliseconds: limits.bodyMs, message: new DomainError('TROPPO_LENTA'), signal: mine.signal });
      } finally {
        coming.delete(mine);
        if (coming.size === 0) bodies.delete(address);
      }
    },
  };
}
