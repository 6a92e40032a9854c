import { z } from 'zod';
import { DomainError } from '#contracts/core/errors.ts';
import { countOf } from '#contracts/core/formats.ts';
import { GRUPPO_AMMINISTRATORI } from '#contracts/core/permissions.ts';
import { mailCheckpoint } from '#contracts/jobs/mail-checkpoint.ts';
import type { CheckpointRow, CheckpointVerified, SealKey, SealsState } from '#contracts/modules/sigilli/sigilli.ts';
import { job } from '#contracts/ports/job-queue.ts';
import { eventsInClear } from '#projections/sigilli/people-in-clear.queries.ts';
import { consistencyProof, rootAt } from '#projections/sigilli/tree.queries.ts';
import {
  checkpointById,
  checkpoints,
  countCheckpoints,
  originOf,
  sealState,
  TreeBehind,
  TreeBroken,
  wholeTree,
} from '#services/platform/checkpoints/checkpoints.ts';
import { wholeNote, type KeptCheckpoint } from '#services/platform/checkpoints/kept.ts';
import { publicPem, readKeys, SealKeyMissing, verifierKey } from '#services/platform/checkpoints/keys.ts';
import { sealProblem } from '#services/platform/checkpoints/problem.ts';
import { addWitness } from '#services/platform/checkpoints/signatures.ts';
import { recordTaking, takerOf, type Taker } from '#services/platform/identity/access-trail.ts';
import { requireIdentity } from '#services/platform/http/permissions.ts';
import { noticeHandler } from '#services/platform/mail/notice.handler.ts';
import type { Dependencies, Module, Route } from '#services/platform/module.ts';
import { pageQuery } from '#services/registers/list-query.ts';
import { proofRoute } from './proof-route.ts';
import { nightlyCheckpoints } from './nightly.ts';
import { seal } from './seal.ts';

/** Module of checkpoints of the event log: signed tree heads that prove later what had been recorded. */
export function sigilliModule(deps: Dependencies): Module {
  return {
    name: 'sigilli',
    routes: [
      ...[listRoute(deps), makeRoute(deps), verifyRoute(deps), witnessRoute(deps)].map(forAdministrators),
      keyRoute(deps),
      proofRoute(deps),
    ],
    jobs: [job(mailCheckpoint, noticeHandler(deps, mailCheckpoint, 'Sigillo inviato'))],
    periodic: [nightlyCheckpoints(deps)],
  };
}

function forAdministrators(route: Route): Route {
  return {
    ...route,
    async handle(req, res, context) {
      if (requireIdentity(context.identity).groupID !== GRUPPO_AMMINISTRATORI) throw new DomainError('NON_PERMESSO');
      await route.handle(req, res, context);
    },
  };
}

const rowOf = (checkpoint: KeptCheckpoint): CheckpointRow => ({
  id: checkpoint.id,
  quando: checkpoint.quando.toISOString(),
  dimensione: checkpoint.dimensione,
  radice: checkpoint.radice,
  testo: wholeNote(checkpoint),
  marca: checkpoint.marca === null ? 0 : 1,
});

const ROWS = 10;

function listRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/sigilli',
    permission: 'session',
    description: 'I sigilli del registro degli eventi, dal più recente, e se il registro li estende ancora; solo per il gruppo 2.',
    schema: { query: pageQuery },
    async handle(req, res) {
      const { pagina, righe = ROWS } = pageQuery.parse(req.query);
      const [rows, totale, state, inClear] = await Promise.all([
        checkpoints(deps.writeDb, { limit: righe, offset: (pagina - 1) * righe }),
        countCheckpoints(deps.writeDb),
        sealState(deps),
        eventsInClear(deps.readDb),
      ]);
      const stato: SealsState = {
        esito: state.last === null ? 'nessuno' : state.tree === 'broken' ? 'spezzato' : 'esteso',
        messaggio: sealProblem(state),
        in_chiaro: inClear,
        illeggibili: deps.keys.unreadable.size,
      };
      res.json({ data: rows.map(rowOf), totale, stato });
    },
  };
}

/** Schema of the body, which may be absent and must otherwise be an object. */
const noFields = z.object({}, { error: 'Serve un oggetto, o niente' }).optional();

function makeRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/sigilli',
    permission: 'session',
    heavy: true,
    description:
      'Sigilla il registro com’è ora: 201 con il sigillo nuovo, 200 con l’ultimo se da allora non è stato registrato niente; solo per il gruppo 2.',
    async handle(req, res, context) {
      noFields.parse(req.body);
      const { checkpoint, isNew } = await seal(deps).catch(asRefusal);
      if (isNew) await note(deps, takerOf(req, context), `Sigillo del registro: ${countOf(checkpoint.dimensione, 'evento', 'eventi')}`);
      res.status(isNew ? 201 : 200).json({ data: rowOf(checkpoint) });
    },
  };
}

function asRefusal(error: unknown): never {
  if (error instanceof TreeBroken)
    throw new DomainError('STATO_NON_AMMESSO', {
      message: sealProblem({ last: error.last, tree: 'broken', keyMissing: false }) ?? '',
    });
  if (error instanceof TreeBehind)
    throw new DomainError('STATO_NON_AMMESSO', {
      message: 'Le tabelle di lettura non sono ancora in pari con il registro: riprova fra poco.',
    });
  if (error instanceof SealKeyMissing)
    throw new DomainError('STATO_NON_AMMESSO', {
      message: 'Manca la chiave dei sigilli: va rimessa segreti/sigillo.pem da un salvataggio, o fatta una nuova con npm run new-seal-key.',
    });
  throw error;
}

/** Records an administrator's action on checkpoints in the trail of accesses, since it appends no event. */
const note = (deps: Dependencies, taker: Taker, what: string): Promise<void> =>
  recordTaking(deps, taker, { tipo: 'operazione', cosa: what, quanti: null });

const idQuery = z.object({
  id: z.coerce
    .number({ error: 'Serve l’id di un sigillo' })
    .int({ error: 'Serve un numero intero' })
    .positive({ error: 'Serve un numero positivo' }),
});

function verifyRoute(deps: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/sigilli/verifica',
    permission: 'session',
    heavy: true,
    description: 'Confronta un sigillo (id) con l’albero del registro com’è ora; solo per il gruppo 2.',
    schema: { query: idQuery },
    async handle(req, res) {
      const { id } = idQuery.parse(req.query);
      const checkpoint = await checkpointById(deps.writeDb, id);
      if (!checkpoint) throw new DomainError('SCONOSCIUTO');
      const size = await wholeTree(deps);
      if (size === null) asRefusal(new TreeBehind());
      res.json({ data: await compareWithTree(deps, checkpoint, size) });
    },
  };
}

async function compareWithTree({ readDb, writeDb }: Dependencies, checkpoint: KeptCheckpoint, ora: number): Promise<CheckpointVerified> {
  const { id, dimensione, radice, origine } = checkpoint;
  const common = { id, dimensione, radice, ora };
  const older = (await originOf(writeDb)) !== origine;
  if (ora < dimensione) return { ...common, esito: older ? 'altra-epoca' : 'accorciato', trovata: null, coerenza: [] };
  const root = (await rootAt(readDb, dimensione)).toString('base64');
  if (root !== radice) return { ...common, esito: older ? 'altra-epoca' : 'diverso', trovata: root, coerenza: [] };
  const proof = await consistencyProof(readDb, dimensione, ora);
  return { ...common, esito: 'esteso', trovata: root, coerenza: proof.map((hash) => hash.toString('base64')) };
}

function keyRoute({ config, writeDb }: Dependencies): Route {
  return {
    method: 'GET',
    path: '/api/sigilli/chiave',
    permission: 'session',
    description: 'La chiave pubblica con cui si verificano i sigilli, in PEM e come chiave di verifica di C2SP signed-note.',
    async handle(_req, res) {
      const keys = await readKeys(config.DATI_DIR);
      if (!keys) throw new DomainError('SCONOSCIUTO', { message: 'Finora non c’è nessun sigillo, e nessuna chiave.' });
      const origine = await originOf(writeDb);
      const data: SealKey = { origine, pem: publicPem(keys.current), verificatore: verifierKey(origine, keys.current) };
      res.json({ data });
    },
  };
}

const witnessRequest = z.object({
  id: z
    .number({ error: 'Serve l’id di un sigillo' })
    .int({ error: 'Serve un numero intero' })
    .positive({ error: 'Serve un numero positivo' }),
  riga: z.string({ error: 'Serve la riga della firma' }).max(8_000, { error: 'La riga è troppo lunga' }),
});

function witnessRoute(deps: Dependencies): Route {
  return {
    method: 'POST',
    path: '/api/sigilli/firme',
    permission: 'session',
    description: 'Tiene con un sigillo (id) la riga di firma di un testimone (C2SP tlog-cosignature); solo per il gruppo 2.',
    schema: { body: witnessRequest },
    async handle(req, res, context) {
      const { id, riga } = witnessRequest.parse(req.body);
      const lines = await addWitness(deps.writeDb, id, riga.replace(/\n$/, ''));
      await note(deps, takerOf(req, context), `Firma di un testimone al sigillo ${id}`);
      res.json({ data: { id, firme: lines } });
    },
  };
}
