import { queryOptions } from '@tanstack/react-query';
import { pointsFor, pointsText, type PuntoControllato, type PuntoControllo } from '#contracts/modules/guasti/points.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { puntiControllo } from '#contracts/registers/punti-controllo.ts';
import { api } from '#web/lib/api-client.ts';
import { todayInRome } from '#web/lib/format.ts';
import { uploadFormOrKeep } from '#web/lib/upload-or-keep.ts';
import { fetchOne } from '#web/registers/register.api.ts';

export interface Checklist {
  matricola: string;
  /** "Casagrande C7". */
  name: string;
  points: readonly string[];
}

/** Query for a machine with its points to check; `null` if there is none that the person sees. */
export const checklistOptions = (matricola: string) =>
  queryOptions({
    queryKey: ['guasti', 'controllo', matricola],
    queryFn: async ({ signal }): Promise<Checklist | null> => {
      const [machine, { data }] = await Promise.all([
        fetchOne(macchinari, matricola, signal),
        api.get<{ data: PuntoControllo[] }>(`/api/${puntiControllo.path}`, { signal }),
      ]);
      if (!machine) return null;
      return {
        matricola: machine.matricola,
        name: [machine.marca, machine.modello].filter(Boolean).join(' '),
        points: pointsFor(machine.tipologia, data),
      };
    },
  });

export interface Report {
  matricola: string;
  testo: string;
  ferma: boolean;
  punti: readonly PuntoControllato[];
}

/** Sends a report and resolves to its number. `keptOnDevice`: the report waits on the device under a local number. */
export async function sendReport(
  { testo, ferma, punti, matricola }: Report,
  idempotencyKey: string,
): Promise<{ id: number; keptOnDevice: boolean }> {
  // today's date is sent, because without a network the report arrives later
  const values = { matricola, quando: todayInRome(), testo: testo.trim() || null, ferma: ferma ? 1 : 0, punti: pointsText(punti) };
  const { message } = await api.post<{ message: { insertId: number; trattenuto?: boolean } }>(
    '/api/guasti',
    { guasto: values },
    { idempotencyKey },
  );
  return { id: message.insertId, keptOnDevice: message.trattenuto === true };
}

export async function sendPhoto(id: number, photo: File, idempotencyKey: string): Promise<void> {
  const form = () => {
    const form = new FormData();
    form.append('id', String(id));
    form.append('file', photo);
    return form;
  };
  await uploadFormOrKeep('/api/guasti/foto', form, { idempotencyKey });
}
