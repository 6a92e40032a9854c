import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findRecords } from '#projections/cerca/cerca.queries.ts';
import { openDatabase, type ReadDatabase } from '#projections/database.ts';
import { writesByHand, type Values } from './by-hand/writes.ts';
import { homeStatements } from './statements-home.ts';
import { everyRegister, statements } from './statements.ts';

/**
 * Baseline server: the same work, handwritten behind node:http. Reads use the first database, without sessions or permissions. Writes use
 * the second database, a copy, and leave the same rows as the portal. Prints its address on stdout.
 */
const [url = '', copy] = process.argv.slice(2);
const { pool, db } = openDatabase<ReadDatabase>({ url, max: 10 });
const sql = { ...statements(pool), ...homeStatements(pool) };
const byHand = copy === undefined ? null : writesByHand(openDatabase({ url: copy, max: 2 }).pool);

const server = createServer((req, res) => {
  const pieces: Buffer[] = [];
  req
    .on('data', (piece: Buffer) => pieces.push(piece))
    .on('end', () => {
      void (async () => {
        const url = new URL(req.url ?? '/', 'http://x');
        const { id, ...values } =
          pieces.length > 0 ? (JSON.parse(Buffer.concat(pieces).toString()) as Values & { id?: number }) : { descrizione: '' };
        const caller = {
          token: req.headers.authorization?.slice('Bearer '.length) ?? '',
          key: String(req.headers['idempotency-key']),
        };
        const parameter = (name: string) => url.searchParams.get(name) ?? '';
        switch (`${req.method} ${url.pathname}`) {
          case 'POST /crea':
            return byHand!.create(caller, values);
          case 'PUT /cambia':
            return byHand!.change(caller, id!, values);
          case 'GET /elenco':
            return sql.list({ words: parameter('cerca'), page: Number(parameter('pagina')) });
          case 'GET /uno':
            return sql.one(Number(parameter('id')));
          case 'GET /cerca':
            return findRecords(db, { ...everyRegister(parameter('registri')), words: parameter('q') });
          case 'GET /storia':
            return sql.history(parameter('tabella'), parameter('id'));
          case 'GET /comera':
            return sql.asOf(parameter('flusso'), Number(parameter('versione')));
          case 'GET /home':
            return sql.home(parameter('figura'), { dal: parameter('dal'), al: parameter('al') });
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
