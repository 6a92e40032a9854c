import type { personale } from '#contracts/registers/personale.ts';
import type { NameOf } from '#contracts/core/typed-record.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { WithRecords } from '#contracts/modules/scadenze/with-kinds.ts';
import { REGISTER_OF } from '#contracts/modules/scadenze/register-of.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useAction } from '#web/lib/use-action.ts';
import { choicesOptions, type ChosenRow } from '#web/registers/selector.api.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { documentRefusal } from '#web/ui/inputs/file-kind.ts';
import { kindsOptions, renewDocument, type RenewedKind } from '../renew.api.ts';
import { MAX_MB } from '../refusals.ts';
import { renewalDates, type RenewalDates } from '../renewal-dates.ts';
import { hasExpiry } from '../use-renewal.ts';
import { allDone, choosePeople, dropFiles, EMPTY, withSent, toSend, type RenewedRecord, type Together, type Way } from './together.ts';

export interface TogetherRequest {
  soggetto: Extract<WithRecords, 'lavoratore' | 'macchina'>;
  tipo?: string | null;
  people?: readonly string[];
}

export interface TogetherState extends RenewalDates {
  kinds: readonly RenewedKind[];
  kind: RenewedKind | undefined;
  setTipo(tipo: string | null): void;
  expires: boolean;
  today: string;
  dal: string | null;
  setDal(day: string | null): void;
  setScadenza(day: string | null): void;
  way: Way;
  setWay(way: Way): void;
  state: Together;
  change(next: (now: Together) => Together): void;
  choose(ids: readonly string[]): void;
  drop(files: readonly File[]): void;
  /** Files of the single certificate for all: one PDF, or the photos of its pages. */
  certificate: readonly File[];
  takeCertificate(files: readonly File[]): void;
  refusal: string | null;
  sending: boolean;
  /** At least one renewal was sent, so kind and dates can no longer change. */
  started: boolean;
  /** Why the renewals cannot be sent yet; `null`: they can. */
  blocked: string | null;
  send(): Promise<void>;
}

/** Manages several renewals in one dialog: one request for a certificate shared by all, or one request per record with its own file. */
export function useTogether(request: TogetherRequest, onDone: () => void): TogetherState {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const { running: sending, run, once } = useAction();
  const kinds = useQuery(kindsOptions).data?.filter(({ soggetto }) => soggetto === request.soggetto) ?? [];
  const rows = useQuery(choicesOptions(REGISTER_OF[request.soggetto])).data;
  const [tipo, setTipo] = useState(request.tipo ?? null);
  const [way, setWay] = useState<Way>('ognuno');
  const [state, setState] = useState<Together>(EMPTY);
  const [certificate, setCertificate] = useState<readonly File[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const today = todayInRome();
  const [dal, setDal] = useState<string | null>(today);
  const [typedDate, setScadenza] = useState<string | null>(null);
  const kind = kinds.find(({ codice }) => codice === tipo);
  const expires = kind !== undefined && hasExpiry(kind);
  const dates = renewalDates({ mesi: kind?.mesi ?? null, expires }, dal, typedDate);
  const first = useRef(request.people ?? []);

  useEffect(() => {
    if (!rows) return;
    const allRecords = rows.map((row) => renewedOf(request.soggetto, row));
    setState((now) =>
      now.allRecords.length > 0
        ? { ...now, allRecords }
        : choosePeople(
            { ...now, allRecords },
            first.current.flatMap((id) => allRecords.find((one) => one.id === id) ?? []),
          ),
    );
  }, [rows, request.soggetto]);

  const common = { soggetto: request.soggetto, tipo: tipo ?? '', dal: dal ?? '', scadenza: dates.scadenza };
  /** Sends one renewal. A repeated attempt has the same idempotency key, so the portal records the renewal once. */
  const sendOne = (ids: readonly string[], files: readonly File[], what: unknown) =>
    once([common, ids, what], (idempotencyKey) => renewDocument({ ...common, ids, files }, { idempotencyKey }));

  const sendAll = async (): Promise<boolean> => {
    const ids = state.people.map(({ id }) => id);
    await sendOne(
      ids,
      certificate,
      certificate.map(({ name, size, lastModified }) => [name, size, lastModified]),
    );
    return true;
  };

  const sendEach = async (): Promise<boolean> => {
    let now = state;
    const show = (id: string, sent: Parameters<typeof withSent>[2]) => {
      now = withSent(now, id, sent);
      setState(now);
    };
    for (const { person, dropped } of toSend(state)) {
      show(person.id, { state: 'sending' });
      try {
        await sendOne([person.id], [dropped!.file], dropped!.id);
        show(person.id, { state: 'done' });
      } catch (error) {
        show(person.id, { state: 'failed', message: messageOf(error) });
      }
    }
    return allDone(now);
  };

  const send = async () => {
    if (blocked !== null) return;
    let done = false;
    const act = async () => {
      setRefusal(null);
      done = await (way === 'uno' ? sendAll() : sendEach());
    };
    await run(act, { failed: (error) => setRefusal(messageOf(error)), after: () => client.invalidateQueries() });
    if (!done) return;
    const count = way === 'uno' ? state.people.length : state.dropped.filter(({ ownerId }) => ownerId !== null).length;
    snackbar.success(count === 1 ? 'Documento rinnovato' : `${count} documenti rinnovati`, { detail: kind?.nome ?? '' });
    onDone();
  };

  const takeCertificate = (files: readonly File[]) => {
    const why = files.length === 0 ? null : documentRefusal(files, MAX_MB);
    setRefusal(why);
    setCertificate(why ? [] : files);
  };
  const blocked = whyNot({ loaded: rows !== undefined, kind, dates, way, state, certificate });
  return {
    ...dates,
    kinds,
    kind,
    setTipo,
    expires,
    today,
    dal,
    setDal,
    setScadenza,
    way,
    setWay: (next) => {
      setRefusal(null);
      setWay(next);
    },
    state,
    change: setState,
    choose: (ids) =>
      setState((now) =>
        choosePeople(
          now,
          ids.flatMap((id) => now.allRecords.find((one) => one.id === id) ?? []),
        ),
      ),
    drop: (files) => setState((now) => dropFiles(now, files)),
    certificate,
    takeCertificate,
    refusal,
    sending,
    started: Object.keys(state.sent).length > 0,
    blocked,
    send,
  };
}

interface TogetherFacts {
  loaded: boolean;
  kind: RenewedKind | undefined;
  dates: RenewalDates;
  way: Way;
  state: Together;
  certificate: readonly File[];
}

/** Maximum of records in one request; the server refuses a request with more. */
const MOST = 100;

function whyNot({ loaded, kind, dates, way, state, certificate }: TogetherFacts): string | null {
  if (!loaded) return 'Caricamento…';
  if (!kind) return 'Manca il tipo di documento';
  if (dates.missing) return dates.missing;
  if (way === 'uno') {
    if (state.people.length === 0) return 'Nessuno scelto';
    if (state.people.length > MOST) return `Al massimo ${MOST} per volta: ne sono scelti ${state.people.length}`;
    return certificate.length === 0 ? 'Manca il file' : null;
  }
  return toSend(state).length === 0 ? (state.people.length === 0 ? 'Nessuno scelto' : 'Mancano i file') : null;
}

function renewedOf(soggetto: TogetherRequest['soggetto'], row: ChosenRow): RenewedRecord {
  const text = (name: string) => (row[name] === null || row[name] === undefined ? '' : String(row[name]));
  const def = REGISTER_OF[soggetto];
  const worker = soggetto === 'lavoratore';
  return {
    id: text(def.key.field),
    // a machine is matched by its matricola alone: many machines share a maker, so a maker's name identifies none
    cognome: worker ? text('cognome' satisfies NameOf<typeof personale>) : null,
    nome: worker ? text('nome' satisfies NameOf<typeof personale>) : null,
    label: def.name
      .filter((name) => name !== def.key.field)
      .map(text)
      .filter(Boolean)
      .join(' '),
  };
}
