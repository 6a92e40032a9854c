import { createConnection, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

export interface TcpProxy {
  host: '127.0.0.1';
  port: number;
  /** Breaks every connection and refuses new ones, as a server that died. */
  stop(): Promise<void>;
  /** Lets nothing through of the connections there are, and says nothing of it, as a firewall that forgot them. New ones are served. */
  silence(): void;
  /** New connections are taken, and nothing of them goes through: a server that hangs. */
  mute(yes: boolean): void;
  /** Connections taken so far. */
  taken(): number;
  /** Answers again, on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A server that can be made to go away, in front of one that cannot. */
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
