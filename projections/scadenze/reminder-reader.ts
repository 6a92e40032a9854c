import type { Kysely, NotNull } from 'kysely';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { addDays, romeDate } from '#contracts/core/dates.ts';
import { GRUPPO_AMMINISTRATORI, type Identity } from '#contracts/core/permissions.ts';
import type { Notice } from '#contracts/core/comments.ts';
import { BOARD_SUBJECTS, boardScopes, END_OF_RENTAL, END_OF_SITE, type BoardSubject } from '#contracts/modules/scadenze/board.ts';
import { codesOf } from '#contracts/modules/scadenze/document-kind.ts';
import { FASCE } from '#contracts/modules/scadenze/due-date.ts';
import { isReminded, LEAD_TIMES, leadTimesOf } from '#contracts/modules/scadenze/reminder.ts';
import { remindedOf } from '#contracts/modules/scadenze/responsible.ts';
import type { Digest, ReminderReader } from '#contracts/ports/reminder-reader.ts';
import { groupPermissions } from '../accesso/accesso.queries.ts';
import { noticesOf, peopleWithUnread } from '../commenti/notices.queries.ts';
import type { ReadDatabase } from '../database.ts';
import { LIVE } from '../registers/register.table.ts';
import { boardKinds } from './board-kinds.ts';
import { eb } from './board-aliases.ts';
import { band } from './board-order.ts';
import { reference } from './board-aliases.ts';
import { asItem, daysTo, type BoardRow } from './board.queries.ts';
import { stopsWork } from './board-requirements.ts';
import { boardRows, type BoardQuestion } from './board-rows.ts';
import { siteOf } from './board-site.ts';
import { toldBefore } from './reminders.queries.ts';

interface Person {
  memberID: string;
  groupID: number;
  name: string | null;
  email: string | null;
}

interface DueRow extends BoardRow {
  /** Owner of the record. */
  utente: string;
  /** Person responsible for the record's site. */
  responsabile_cantiere: string | null;
  ore_scadenza: number | null;
  raggiunta: boolean;
  /** End of the rest after a mark as seen, also when past. */
  riposa: string | null;
}

const ADDRESS = /^[^\s@<>,;"]+@[^\s@<>,;"]+$/;
/** Index of the band of missing documents. */
const ABSENT = FASCE.indexOf('assente');
const ALL = Object.fromEntries(BOARD_SUBJECTS.map((subject) => [subject, 'all'])) as BoardQuestion['scopes'];

/**
 * Creates the reader of reminders. `reached` resolves when the read models have processed all recorded events; false when they are late.
 */
export function reminderReader(
  db: Kysely<ReadDatabase>,
  catalogue: Pick<Catalogue, 'register'>,
  reached: () => Promise<boolean>,
): ReminderReader {
  return {
    async digestsOf(giorno) {
      if (!(await reached())) throw new Error('the read models are behind');
      const [kinds, leads, people, told] = await Promise.all([boardKinds(db), leadsOfKinds(db), readPeople(db), toldBefore(db, giorno)]);
      const rows = await dueRows(db, giorno, kinds, leads.longest);
      const administrators = people.filter(({ groupID }) => groupID === GRUPPO_AMMINISTRATORI).map(({ memberID }) => memberID);
      const seeing = await sights(db, people);
      const digests = new Map<string, DueRow[]>();
      for (const row of rows) {
        const named = [row.responsabile, kinds.of(row.soggetto, row.tipo).responsabile, row.responsabile_cantiere].filter(
          (one): one is string => one !== null,
        );
        const lead = leads.of(row.soggetto, row.tipo);
        const isEnd = row.tipo === END_OF_RENTAL || row.tipo === END_OF_SITE;
        const due = { ...row, isEnd, assente: row.fascia === ABSENT, aOre: row.ore_mancanti !== null, visto_fino: row.riposa };
        for (const memberID of remindedOf({ named, sees: (one) => seeing(one, row), administrators })) {
          if (!isReminded(due, lead, giorno, told.get(memberID)?.last ?? null)) continue;
          const theirs = digests.get(memberID);
          if (theirs) theirs.push(row);
          else digests.set(memberID, [row]);
        }
      }
      const unread = await unreadOf(db, catalogue, people);
      return people.flatMap(({ memberID, name, email }): Digest[] => {
        const theirs = digests.get(memberID) ?? [];
        const notices = unread.get(memberID) ?? [];
        const last = told.get(memberID)?.last ?? null;
        // an unread notice that a digest counted already is no reason for another one
        const recent = notices.some(({ quando }) => last === null || romeDate(new Date(quando)) >= last);
        if (theirs.length === 0 && !recent) return [];
        const address = email?.trim() ?? '';
        const lastFailure = told.get(memberID)?.failure ?? null;
        const items = theirs.map((row) => asItem(row, kinds));
        return [{ memberID, name, address: ADDRESS.test(address) ? address : null, rows: items, notices: notices.length, lastFailure }];
      });
    },
  };
}

/** Returns the unread notices of the people who have any, by user name. */
async function unreadOf(
  db: Kysely<ReadDatabase>,
  catalogue: Pick<Catalogue, 'register'>,
  people: readonly Person[],
): Promise<Map<string, Notice[]>> {
  const waiting = await peopleWithUnread(db);
  const found = new Map<string, Notice[]>();
  for (const { memberID, groupID } of people) {
    if (!waiting.has(memberID)) continue;
    const identity = { memberID, groupID, permessi: await groupPermissions(db, groupID) };
    found.set(memberID, await noticesOf(db, catalogue, identity, { unread: true }));
  }
  return found;
}

/** The write side's table of those who can sign in. */
type Credentials = { 'public.credenziali': { member_id: string } };

/** Returns all users who can sign in. */
async function readPeople(db: Kysely<ReadDatabase>): Promise<Person[]> {
  return db
    .withTables<Credentials>()
    .selectFrom('users')
    .select(['memberID', 'groupID', 'custom1 as name', 'email'])
    .where(LIVE)
    .where('groupID', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('public.credenziali as c').select('c.member_id').whereRef('c.member_id', '=', 'memberID')),
    )
    .orderBy('memberID', (order) => order.collate('C'))
    .$narrowType<{ groupID: NotNull }>()
    .execute();
}

/** Returns a check whether a person exists and may see the record of a row, with current rights. */
async function sights(db: Kysely<ReadDatabase>, people: readonly Person[]): Promise<(memberID: string, row: DueRow) => boolean> {
  const groups = new Map<number, Identity['permessi']>();
  for (const { groupID } of people) if (!groups.has(groupID)) groups.set(groupID, await groupPermissions(db, groupID));
  const scopes = new Map(
    people.map(({ memberID, groupID }) => [memberID, boardScopes({ memberID, groupID, permessi: groups.get(groupID) ?? {} })]),
  );
  return (memberID, { soggetto, utente }) => {
    const scope = scopes.get(memberID)?.[soggetto];
    return scope === 'all' || (scope === 'own' && utente === memberID);
  };
}

interface LeadTimes {
  /** Returns the lead times of a row's kind; of the first kind, where several kinds meet the requirement. */
  of(soggetto: BoardSubject, tipo: string): readonly number[];
  longest: number;
}

async function leadsOfKinds(db: Kysely<ReadDatabase>): Promise<LeadTimes> {
  const rows = await db
    .selectFrom('tipi_documento')
    .select(['soggetto', 'codice', 'promemoria', 'preavviso', 'mesi'])
    .where(LIVE)
    .where('soggetto', 'is not', null)
    .where('codice', 'is not', null)
    .execute();
  const leads = new Map(rows.map(({ soggetto, codice, ...kind }) => [`${soggetto}/${codice}`, leadTimesOf(kind)]));
  return {
    of: (soggetto, tipo) => leads.get(`${soggetto}/${codesOf(tipo)[0] ?? ''}`) ?? LEAD_TIMES,
    longest: Math.max(...LEAD_TIMES, ...[...leads.values()].map(([first = 0]) => first)),
  };
}

type Kinds = Awaited<ReturnType<typeof boardKinds>>;

/** Returns every row of which anyone could be reminded: missing, reached by hours, or due within the longest lead time. */
async function dueRows(db: Kysely<ReadDatabase>, giorno: string, kinds: Kinds, longest: number): Promise<DueRow[]> {
  const question = { scopes: ALL, utente: '', filters: {}, giorno, today: giorno };
  const until = addDays(giorno, longest);
  const soon = db
    .selectFrom(boardRows(question, kinds).as('d'))
    .selectAll('d')
    .where(({ eb: of, or }) => or([of('d.assente', 'is', true), of('d.raggiunta', 'is', true), of('d.scadenza', '<=', until)]))
    // a fence for the planner: the site and the stop are computed for these rows only
    .offset(eb.lit(0));
  const rows = db
    .selectFrom(soon.as('d'))
    .innerJoin('scadenzario_record as s', (join) => join.onRef('s.soggetto', '=', 'd.soggetto').onRef('s.id', '=', 'd.id'))
    .leftJoin('scadenzario_visti as v', (join) =>
      join
        .onRef('v.soggetto', '=', 'd.soggetto')
        .onRef('v.id', '=', 'd.id')
        .onRef('v.tipo', '=', 'd.tipo')
        .onRef('v.voce', '=', 'd.voce')
        .on('v.riferimento', 'is not distinct from', reference('d')),
    )
    .select(['d.soggetto', 'd.id', 's.nome', 'd.tipo', 'd.voce', 'd.scadenza', daysTo('d', giorno).as('giorni'), band(giorno).as('fascia')])
    .select(['d.ore_mancanti', 'd.ore_scadenza', 'd.raggiunta', 'd.file', 'd.assente', 's.utente', 's.responsabile'])
    .select(({ eb: of, case: when, lit }) => [
      siteOf(giorno).as('cantiere'),
      when()
        .when(of('v.fino', '>=', giorno))
        .then(of.ref('v.fino'))
        .end()
        .as('visto_fino'),
      'v.utente as visto_da',
      'v.fino as riposa',
      lit(false).as('chiuso'),
      stopsWork('d', giorno, kinds).as('ferma'),
    ]);
  return db
    .selectFrom(rows.as('p'))
    .leftJoin('cantieri as c', (join) => join.onRef('c.commessa', '=', 'p.cantiere').on(({ not }) => not('c.eliminato')))
    .selectAll('p')
    .select('c.responsabile as responsabile_cantiere')
    .orderBy('p.scadenza', (order) => order.nullsLast())
    .orderBy('p.assente')
    .orderBy('p.soggetto', (order) => order.collate('C'))
    .orderBy('p.id', (order) => order.collate('C'))
    .orderBy('p.tipo', (order) => order.collate('C'))
    .orderBy('p.voce', (order) => order.collate('C'))
    .execute();
}
