/** Types of the part of smtp-server that specs use, since the package has none. */
declare module 'smtp-server' {
  import type { Server } from 'node:net';
  import type { Readable } from 'node:stream';

  interface Session {
    envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] };
  }

  type Done = (error?: (Error & { responseCode?: number }) | null) => void;

  export class SMTPServer {
    constructor(options: {
      authOptional?: boolean;
      disabledCommands?: string[];
      onRcptTo?(address: { address: string }, session: Session, done: Done): void;
      onData(stream: Readable, session: Session, done: Done): void;
    });
    readonly server: Server;
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
  }
}
