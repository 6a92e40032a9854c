import type { macchinari } from '#contracts/registers/macchinari.ts';
import type { personale } from '#contracts/registers/personale.ts';
import type { NameOf } from '#contracts/core/typed-record.ts';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Catalogue } from '#contracts/core/catalogue.ts';
import { scope, type Identity } from '#contracts/core/permissions.ts';
import type { DossierAnswer, VoceDossier } from '#contracts/modules/scadenze/dossier-answer.ts';
import { REGISTER_OF } from '#contracts/modules/scadenze/register-of.ts';
import { api } from '#web/lib/api-client.ts';
import { loadSelector } from '#web/registers/selector.api.ts';
import type { LoadOptions } from '#web/ui/inputs/options.ts';

/** Workers, and machines or rentals, identified by matricola. */
export interface ChosenSubjects {
  lavoratore: readonly string[];
  macchina: readonly string[];
}

export const NOBODY: ChosenSubjects = { lavoratore: [], macchina: [] };
export const isEmpty = ({ lavoratore, macchina }: ChosenSubjects): boolean => lavoratore.length + macchina.length === 0;

/** Query for the named people; without names, for those who worked at the site lately. */
export const dossierOptions = (commessa: string, giorno: string, subjects: ChosenSubjects = NOBODY) =>
  queryOptions({
    // under the key prefix of fitness, which a renewal invalidates
    queryKey: ['idoneo', 'cantiere', commessa, giorno, subjects],
    queryFn: ({ signal }) => api.get<DossierAnswer>(`/api/cantieri/dossier?${asQuery(commessa, giorno, subjects)}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** Names several times. */
const asQuery = (commessa: string, giorno: string, { lavoratore, macchina }: ChosenSubjects): string =>
  new URLSearchParams([
    ['commessa', commessa],
    ['giorno', giorno],
    ...lavoratore.map((one) => ['lavoratore', one]),
    ...macchina.map((one) => ['macchina', one]),
  ]).toString();

const sees = (identity: Identity, soggetto: VoceDossier['soggetto']): boolean =>
  scope(identity, REGISTER_OF[soggetto].access, 'view') !== 'none';
export const seesWorkers = (identity: Identity): boolean => sees(identity, 'lavoratore');
export const seesMachines = (identity: Identity): boolean => sees(identity, 'macchina') || sees(identity, 'noleggio');

/** Loads the workers to choose from, by name. */
export const loadWorkers = (catalogue: Catalogue, client: QueryClient): LoadOptions =>
  loadSelector(catalogue, client, selector('personale', ['matricola', 'cognome', 'nome'] satisfies NameOf<typeof personale>[]));

/** Loads own machines and rentals to choose from, limited to the registers that the person sees. */
export function loadMachines(catalogue: Catalogue, client: QueryClient, identity: Identity): LoadOptions {
  const loads = [
    ...(sees(identity, 'macchina')
      ? [loadSelector(catalogue, client, selector('macchinari', ['matricola', 'marca', 'modello'] satisfies NameOf<typeof macchinari>[]))]
      : []),
    ...(sees(identity, 'noleggio') ? [loadSelector(catalogue, client, selector('noleggi', ['matricola', 'marca', 'modello']))] : []),
  ];
  return async (query, signal) => (await Promise.all(loads.map((load) => load(query, signal)))).flat();
}

const selector = (register: string, show: string[]) => ({ kind: 'ref' as const, label: '', register, value: 'matricola', show });
