import type { Response } from 'express';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { DomainError } from '#contracts/core/errors.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import { recordKey } from '#contracts/core/record-state.ts';
import { HEARTBEAT_MS, type Presence } from '#contracts/core/live-changes.ts';
import { RIGHTS_REGISTERS } from '#contracts/modules/rights-registers.ts';
import { readSessions } from '#projections/accesso/accesso.queries.ts';
import { ownersOf } from '#projections/storico/storico.queries.ts';
import { permissionsTag } from '#services/platform/http/permissions.ts';
import { secondFactorRule } from '#services/platform/identity/passkey-site.ts';
import type { Dependencies } from '#services/platform/module.ts';
import { streamSlots } from '#services/platform/postgres/stream-slots.ts';
import { changeFrame, heartbeatFrame, presenceFrame, restartFrame } from './frame.ts';
import { logFeed, awaitShown } from './log-feed.ts';
import { openStream, type OpenStream } from './open-stream.ts';
import { toldChanges, withTargets, type ToldChange } from './told-changes.ts';

type Needs = Pick<Dependencies, 'config' | 'store' | 'readModelWait' | 'log' | 'catalogue' | 'readDb' | 'writeDb' | 'clock'>;

/** Maximum number of open streams of one session, in all processes together. */
const PER_SESSION = 6;
/** Maximum number of events that a resumed stream may have missed; beyond, the client must read everything again. */
const REACH_BACK = 10_000;
/** Milliseconds between two checks of the sessions of open streams. */
const SESSIONS_MS = 2000;
/** Form of a log position: a number in PostgreSQL, two numbers separated by a slash in EventStoreDB. */
const POSITION = /^\d{1,20}(\/\d{1,20})?$/;

/** Open streams of this process. */
export interface Streams {
  /**
   * Opens a stream; with `after`, first sends the changes after that position. Throws `TROPPE_CHIAMATE` if the session has the maximum of
   * open streams, and `NON_DISPONIBILE` if the portal is stopping.
   */
  open(res: Response, who: { session: string; identity: Identity; after: string | undefined }): Promise<void>;
  /** Sends the presence at a record to all streams whose person may see a record of this owner. */
  sendPresence(def: AnyRegister, owner: string | undefined, presence: Presence): void;
  stop(): Promise<void>;
}

/** Creates the streams of this process. The log is followed only while a stream is open. */
export function openStreams(deps: Needs): Streams {
  const streams = new Set<OpenStream>();
  const slots = streamSlots(deps.writeDb, PER_SESSION);
  let opening = 0;
  let stopped = false;
  let timers: NodeJS.Timeout[] = [];

  const feed = logFeed(deps, async (events, position) => {
    const changes = await withTargets(deps, toldChanges(deps.catalogue, events));
    if (changes.some(({ def }) => RIGHTS_REGISTERS.has(def.path))) await checkSessions();
    const live = [...streams].filter((stream) => stream.live);
    const textOf = await textsFor(deps, live, changes);
    for (const stream of live) if (stream.live) stream.send(textOf(stream), position);
  });

  /** Ends streams whose session has ended, or whose person's rights have changed since the stream was opened. */
  async function checkSessions(): Promise<void> {
    const candidates = [...streams];
    if (candidates.length === 0) return;
    const valid = await readSessions(
      deps.readDb,
      [...new Set(candidates.map(({ session }) => session))],
      deps.clock.now(),
      secondFactorRule(deps.config),
    );
    for (const stream of candidates) {
      const now = valid.get(stream.session);
      if (!now || permissionsTag(now) !== permissionsTag(stream.identity)) stream.end();
    }
  }

  function startTimers(): void {
    if (timers.length > 0) return;
    const check = setInterval(() => {
      checkSessions().catch((error: unknown) => deps.log.warn({ err: error }, 'the sessions of open streams were not checked'));
    }, SESSIONS_MS);
    const beat = setInterval(() => {
      for (const stream of streams) stream.send(heartbeatFrame(stream.position), stream.position);
      slots.renew().catch((error: unknown) => deps.log.warn({ err: error }, 'the slots of open streams were not renewed'));
    }, HEARTBEAT_MS);
    timers = [check.unref(), beat.unref()];
  }

  /** Starts to follow the log. Throws `NON_DISPONIBILE` if the portal is stopping. */
  async function startFeed(): Promise<void> {
    opening += 1;
    await feed.start().finally(() => (opening -= 1));
    if (stopped) throw new DomainError('NON_DISPONIBILE', { retryAfter: 2 });
  }

  function removeStream(stream: OpenStream): void {
    streams.delete(stream);
    if (streams.size + opening > 0) return;
    feed.stop();
    for (const timer of timers) clearInterval(timer);
    timers = [];
  }

  /**
   * Sends the changes after `after`, up to the position of the feed. If `after` is invalid or too old, tells the client to read everything
   * again.
   */
  async function continueFrom(stream: OpenStream, after: string): Promise<void> {
    if (!POSITION.test(after) || after > feed.position() || (await deps.store.countAfter(after, REACH_BACK + 1)) > REACH_BACK) {
      stream.send(restartFrame(feed.position()), feed.position());
      return;
    }
    if (after === feed.position()) return;
    stream.position = after;
    for await (const events of deps.store.readAll(after, stream.signal)) {
      const last = events.at(-1)?.position ?? after;
      if (!(await awaitShown(deps, last, stream.signal))) return;
      const textOf = await textsFor(deps, [stream], await withTargets(deps, toldChanges(deps.catalogue, events)));
      stream.send(textOf(stream), last);
      if (last >= feed.position()) return;
      await stream.drained();
    }
  }

  return {
    async open(res, { session, identity, after }) {
      const slot = await slots.take(session);
      if (slot === null)
        throw new DomainError('TROPPE_CHIAMATE', { message: `Al massimo ${PER_SESSION} collegamenti per sessione.`, retryAfter: 20 });
      const free = () =>
        slots.free(session, slot).catch((error: unknown) => deps.log.warn({ err: error }, 'the slot of a stream was not freed'));
      try {
        await startFeed();
      } catch (error) {
        await free();
        throw error;
      }
      // the client may have left meanwhile
      if (res.closed) return free();
      const stream = openStream(res, { session, identity, position: feed.position() });
      streams.add(stream);
      startTimers();
      stream.signal.addEventListener(
        'abort',
        () => {
          removeStream(stream);
          void free();
        },
        { once: true },
      );
      if (after === undefined) stream.send(heartbeatFrame(feed.position()), feed.position());
      else await continueFrom(stream, after).catch(() => stream.end());
      stream.live = true;
    },
    sendPresence(def, owner, presence) {
      const text = presenceFrame(presence);
      for (const stream of streams) if (sees(stream.identity, def, owner)) stream.send(text, stream.position);
    },
    async stop() {
      stopped = true;
      for (const stream of streams) stream.end('stopping');
      await slots.freeAll();
    },
  };
}

function sees(identity: Identity, def: AnyRegister, owner: string | undefined): boolean {
  const seen = scope(identity, def.access, 'view');
  return seen === 'all' || (seen === 'own' && owner === identity.memberID);
}

/**
 * Returns a function that formats for a stream the changes that its person may see. Streams with equal rights and positions share one text.
 */
async function textsFor(
  { readDb }: Pick<Needs, 'readDb'>,
  streams: readonly OpenStream[],
  changes: readonly ToldChange[],
): Promise<(stream: OpenStream) => string> {
  const defs = [...new Set(changes.map(({ def }) => def))];
  const people = new Map(streams.map(({ identity }) => [permissionsTag(identity), identity]));
  const ownOnly = new Set(defs.filter((def) => [...people.values()].some((identity) => scope(identity, def.access, 'view') === 'own')));
  const owners = await ownersOf(
    readDb,
    changes.filter(({ def }) => ownOnly.has(def)).map(({ owned }) => owned),
  );
  const texts = new Map<string, string>();
  return ({ identity, position }) => {
    const scopes = new Map(defs.map((def) => [def, scope(identity, def.access, 'view')]));
    const personal = [...scopes.values()].includes('own') ? identity.memberID : '';
    const sharedBy = `${permissionsTag(identity)} ${position} ${personal}`;
    const text =
      texts.get(sharedBy) ??
      changes
        .filter((one) => one.position > position)
        .filter(
          ({ def, owned }) =>
            scopes.get(def) === 'all' || (personal !== '' && scopes.get(def) === 'own' && owners.get(recordKey(...owned)) === personal),
        )
        .map((one) => changeFrame(one.position, one.change))
        .join('');
    texts.set(sharedBy, text);
    return text;
  };
}
