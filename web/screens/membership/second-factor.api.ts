import { queryOptions } from '@tanstack/react-query';
import type { SecondFactorBegun, SecondFactorOn, SecondFactorState } from '#contracts/modules/accesso.ts';
import { api } from '#web/lib/api-client.ts';

const PATH = '/api/secondo-fattore';

/** Query for the state of a second factor: the own one, or that of another user. */
export const secondFactorOptions = (utente?: string) =>
  queryOptions({
    queryKey: ['secondo-fattore', utente ?? ''],
    queryFn: async ({ signal }) => (await api.get<{ data: [SecondFactorState] }>(PATH, { query: { utente }, signal })).data[0],
  });

/** Makes a new secret for the authenticator app. */
export const beginSecondFactor = async (): Promise<SecondFactorBegun> =>
  (await api.post<{ message: SecondFactorBegun }>(PATH, { passo: 'avvia' })).message;

/** Switches the second factor on by a first code, and returns the recovery codes. */
export const confirmSecondFactor = async (codice: string): Promise<string[]> =>
  (await api.post<{ message: SecondFactorOn }>(PATH, { passo: 'conferma', codice })).message.codici;

/** Takes away the own second factor, or that of another user. */
export const removeSecondFactor = async (utente?: string): Promise<void> => {
  await api.del(PATH, utente === undefined ? {} : { utente });
};
