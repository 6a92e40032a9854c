import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '#projections/database.ts';
import { homeStatements } from './statements-home.ts';
import { statements } from './statements.ts';

/** The floor of any Node server: the same statements behind node:http, without sessions, rights, checks or history. Says its address on stdout. */
const { pool } = openDatabase({ url: process.argv[2] ?? '', max: 10 });
const sql = { ...statements(pool), ...homeStatements(pool) };

const server = createServer((req, res) => {
  const pieces: Buffer[] = [];
  req
    .on('data', (piece: Buffer) => pieces.push(piece))
    .on('end', () => {
      void (async () => {
        const url = new URL(req.url ?? '/', 'http://x');
        const body =
          pieces.length > 0 ? (JSON.parse(Buffer.concat(pieces).toString()) as { id: number; testo: string }) : { id: 0, testo: '' };
        const asked = (name: string) => url.searchParams.get(name) ?? '';
        switch (`${req.method} ${url.pathname}`) {
          case 'POST /crea':
            return (await sql.create(body.testo)).rows;
          case 'PUT /cambia':
            return (await sql.update(body.id, body.testo)).rowCount;
          case 'GET /elenco':
            return sql.list({ words: asked('cerca'), page: Number(asked('pagina')) });
          case 'GET /uno':
            return sql.one(Number(asked('id')));
          case 'GET /storia':
            return sql.history(asked('tabella'), asked('id'));
          case 'GET /comera':
            return sql.asOf(asked('flusso'), Number(asked('versione')));
          case 'GET /home':
            return sql.home(asked('figura'), { dal: asked('dal'), al: asked('al') });
          default:
            throw new Error(`unknown: ${req.method} ${url.pathname}`);
        }
      })().then(
        (answer) => res.setHeader('content-type', 'application/json').end(JSON.stringify(answer)),
        (error: unknown) => res.writeHead(500).end(String(error)),
      );
    });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
