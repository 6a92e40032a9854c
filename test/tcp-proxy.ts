import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

export interface TcpProxy {
  host: '127.0.0.1';
  port: number;
  /** Breaks every connection and refuses new ones, like a dead server. */
  stop(): Promise<void>;
  /** Drops all data of existing connections without closing them, like a firewall that forgot them. New connections work. */
  silence(): void;
  /** With `true`, accepts new connections but forwards no data, like a hanging server. */
  mute(yes: boolean): void;
  /** Returns the number of connections accepted so far. */
  taken(): number;
  /** Accepts connections again on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a TCP proxy in front of a server, to simulate its failures. */
export async function tcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let server: Server;
  let port = 0;
  let muted = false;
  let taken = 0;

  const track = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };

  async function resume(): Promise<void> {
    server = createServer({ noDelay: true }, (client) => {
      taken++;
      if (muted) return track(client, client);
      const upstream = createConnection({ ...target, noDelay: true });
      track(client, upstream);
      track(upstream, client);
      client.pipe(upstream).pipe(client);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  }

  async function stop(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  function silence(): void {
    for (const socket of sockets) socket.unpipe().pause();
  }

  await resume();
  return { host: '127.0.0.1', port, stop, silence, mute: (yes) => void (muted = yes), taken: () => taken, restart: resume, close: stop };
}
