import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsOfKind } from '#contracts/modules/scadenze/kind-fields.ts';
import type { Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { useAction } from '#web/lib/use-action.ts';
import { useSnackbar } from '#web/ui/feedback/snackbar.tsx';
import { documentRefusal } from '#web/ui/inputs/file-kind.ts';
import { MAX_MB } from './refusals.ts';
import { kindsOptions, renewDocument, type RenewedKind } from './renew.api.ts';
import { renewalDates, type RenewalDates } from './renewal-dates.ts';

/** Identifies one kind of document of one record. */
export interface RenewedDocument {
  soggetto: Soggetto;
  tipo: string;
  id: string;
}

export interface RenewalState extends RenewalDates {
  kind: RenewedKind | undefined;
  /** The kind has an expiry date. */
  expires: boolean;
  today: string;
  dal: string | null;
  setDal(day: string | null): void;
  setScadenza(day: string | null): void;
  files: readonly File[];
  take(files: readonly File[]): void;
  refusal: string | null;
  sending: boolean;
  /** Why the renewal cannot be saved yet; `null`: it can. */
  blocked: string | null;
  save(): Promise<void>;
}

/** Manages the input of a renewal. Saving reads all lists and records again. */
export function useRenewal({ soggetto, tipo, id }: RenewedDocument, version: number | undefined, onDone: () => void): RenewalState {
  const client = useQueryClient();
  const snackbar = useSnackbar();
  const kind = useQuery(kindsOptions).data?.find((one) => one.soggetto === soggetto && one.codice === tipo);
  const today = todayInRome();
  const [dal, setDal] = useState<string | null>(today);
  const [typedDate, setScadenza] = useState<string | null>(null);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { running: sending, run, once } = useAction();
  const expires = kind === undefined || hasExpiry(kind);
  const dates = renewalDates({ mesi: kind?.mesi ?? null, expires }, dal, typedDate);
  const take = (chosen: readonly File[]) => {
    const why = chosen.length === 0 ? null : documentRefusal(chosen, MAX_MB);
    setRefusal(why);
    setFiles(why ? [] : chosen);
  };
  const save = async () => {
    if (dal === null) return;
    const renewal = { soggetto, tipo, ids: [id], dal, scadenza: dates.scadenza };
    const content = files.map(({ name, size, lastModified }) => [name, size, lastModified]);
    const act = async () => {
      setRefusal(null);
      await once([renewal, content], (idempotencyKey) =>
        renewDocument({ ...renewal, files }, { idempotencyKey, ...(version === undefined ? {} : { ifMatch: version }) }),
      );
      snackbar.success('Documento rinnovato', { detail: kind?.nome ?? tipo });
      await client.invalidateQueries();
      onDone();
    };
    await run(act, { failed: (error) => setRefusal(messageOf(error)) });
  };
  const blocked = kind === undefined ? 'Caricamento…' : files.length === 0 ? 'Manca il file' : dates.missing;
  return { ...dates, kind, expires, today, dal, setDal, setScadenza, files, take, refusal, sending, blocked, save };
}

/** Tells whether documents of this kind have an expiry date. */
export const hasExpiry = (kind: RenewedKind): boolean =>
  kind.soggetto === 'ditta' || fieldsOfKind(kind.soggetto, { ...kind, sanitario: false }).expiry !== null;
