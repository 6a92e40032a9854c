import type { Request } from 'express';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import pTimeout from 'p-timeout';
import { DomainError } from '#contracts/core/errors.ts';
import { countByName } from '../concurrency/count-by-name.ts';
import { networkOf } from './network.ts';

/** Limits for clients without a session. Signed-in clients have Node's five minutes per request, for uploads over slow lines. */
export interface AnonymousLimits {
  /** Milliseconds for a body without a session, and for the headers of any request. */
  bodyMs: number;
  headMs: number;
  /** Maximum number of arriving bodies and of connections of one address. */
  bodies: number;
  connections: number;
}

/**
 * Options of the server: the interval in milliseconds at which slow headers are checked. Node's default of 30 s would double the time
 * allowed.
 */
export const SERVER_OPTIONS = { connectionsCheckingInterval: 2000 };

export const ANONYMOUS_LIMITS: AnonymousLimits = { bodyMs: 10_000, headMs: 15_000, bodies: 20, connections: 250 };

export interface AnonymousRequests {
  /**
   * Limits the connections of a server, idle ones included. `trusted` tells whether an address belongs to a trusted proxy, which is not
   * limited.
   */
  watch(server: Server, trusted: (address: string) => boolean): void;
  /** Marks the connection of a request as used by a signed-in person. */
  markKnown(req: Request): void;
  knows(req: Request): boolean;
  /**
   * Reads a body within the limits. Throws TROPPO_LENTA (408) if it takes too long. If an address has too many arriving bodies, the oldest
   * one is refused.
   */
  body(req: Request, read: () => Promise<void>): Promise<void>;
}

/** Creates the limits for clients without a session. */
export function anonymousLimits(limits = ANONYMOUS_LIMITS): AnonymousRequests {
  const knownSockets = new WeakSet<Socket>();
  const connections = countByName();
  /** Arriving bodies of each address, in the order in which they began. */
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
    markKnown({ socket }) {
      if (knownSockets.has(socket)) return;
      knownSockets.add(socket);
      releases.get(socket)?.();
    },
    knows: ({ socket }) => knownSockets.has(socket),
    async body(req, readBody) {
      if (req.complete) return readBody();
      const address = networkOf(req.ip ?? '');
      const coming = bodies.get(address) ?? new Set<AbortController>();
      bodies.set(address, coming);
      // a sign-in fits into one packet, so a complete body must not wait for bodies that are held back on purpose
      if (coming.size >= limits.bodies) coming.values().next().value?.abort(new DomainError('TROPPO_LENTA'));
      const bodyAbort = new AbortController();
      coming.add(bodyAbort);
      try {
        await pTimeout(readBody(), { milliseconds: limits.bodyMs, message: new DomainError('TROPPO_LENTA'), signal: bodyAbort.signal });
      } finally {
        coming.delete(bodyAbort);
        if (coming.size === 0) bodies.delete(address);
      }
    },
  };
}
