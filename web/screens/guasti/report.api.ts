import { queryOptions } from '@tanstack/react-query';
import { pointsFor, pointsText, type PuntoControllato, type PuntoControllo } from '#contracts/modules/guasti/points.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { puntiControllo } from '#contracts/registers/punti-controllo.ts';
import { api } from '#web/lib/api-client.ts';
import { fetchOne } from '#web/registers/register.api.ts';

export interface Checklist {
  matricola: string;
  /** "Casagrande C7". */
  name: string;
  points: readonly string[];
}

/** The machine with what is looked at on it; `null`: there is none that the person sees. */
export const checklistOptions = (matricola: string) =>
  queryOptions({
    queryKey: ['guasti', 'controllo', matricola],
    queryFn: async ({ signal }): Promise<Checklist | null> => {
      const [machine, { data }] = await Promise.all([
        fetchOne(macchinari, matricola, signal),
        api.get<{ data: PuntoControllo[] }>(`/api/${puntiControllo.path}`, { signal }),
      ]);
      if (!machine) return null;
      const tipologia = (machine['tipologia'] as string | null) ?? null;
      return {
        matricola: String(machine['matricola']),
        name: [machine['marca'], machine['modello']].filter(Boolean).join(' '),
        points: pointsFor(tipologia, data),
      };
    },
  });

export interface Report {
  matricola: string;
  testo: string;
  ferma: boolean;
  punti: readonly PuntoControllato[];
}

/** Its number. */
export async function sendReport({ testo, ferma, punti, matricola }: Report, idempotencyKey: string): Promise<number> {
  const values = { matricola, testo: testo.trim() || null, ferma: ferma ? 1 : 0, punti: pointsText(punti) };
  return (await api.post<{ message: { insertId: number } }>('/api/guasti', { guasto: values }, { idempotencyKey })).message.insertId;
}

export async function sendPhoto(id: number, photo: File, idempotencyKey: string): Promise<void> {
  const form = new FormData();
  form.append('id', String(id));
  form.append('file', photo);
  await api.upload('/api/guasti/foto', form, { idempotencyKey });
}
