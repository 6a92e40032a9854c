import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Motivo } from '#contracts/modules/scadenze/fitness.ts';
import { api } from '#web/lib/api-client.ts';
import { useOpenRecord } from '#web/registers/form/form-context.ts';
import { fitnessOptions } from '#web/modules/scadenze/fitness/fitness.api.ts';
import { VERDICTS } from '#web/modules/scadenze/fitness/verdict-look.ts';
import type { LineValues } from './line.ts';
import { produzionePadre } from '#contracts/registers/produzione-padre.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';

/** Shows, before the line is saved, whether the chosen operator and machine may work there that day. */
export function LineFitness({ line }: { line: LineValues }) {
  const { row: header } = useOpenRecord(produzionePadre);
  const operator = text(line.operatore);
  const machine = text(line.attrezzatura);
  const { data: worker = null, isLoading } = useQuery({ ...workerOptions(operator ?? ''), enabled: operator !== null });
  const request = { lavoratore: worker, macchina: machine, commessa: text(header?.cantiere), giorno: text(header?.data) };
  const { data: verdict } = useQuery({ ...fitnessOptions(request), enabled: !isLoading && (worker !== null || machine !== null) });
  if (!verdict || verdict.motivi.length === 0) return null;
  const { tone, icon, words } = VERDICTS[verdict.esito];
  return (
    <section className="mx-4 mt-4 grid gap-1.5 rounded-control bg-sunken px-4 py-3" role="status" aria-label="Idoneità">
      <Badge tone={tone} icon={icon} className="justify-self-start">
        {words}
      </Badge>
      <ul className="grid gap-1 text-read">
        {verdict.motivi.map((reason) => (
          <li key={`${reason.soggetto}/${reason.id}/${reason.tipo}`} className="num">
            {inWords(reason)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const STATE: Record<Motivo['stato'], string> = {
  fermo: 'ferma',
  assente: 'manca',
  scaduto: 'scadenza passata',
  in_scadenza: 'in scadenza',
};

const inWords = ({ id, tipo_nome, stato, scadenza }: Motivo): string =>
  `${id}: ${tipo_nome}, ${STATE[stato]}${scadenza === null ? '' : `, ${scadenza}`}`;

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Query for the worker of an operator; `null` if the operator has none. */
const workerOptions = (descrizione: string) =>
  queryOptions({
    queryKey: ['idoneo', 'operatore', descrizione],
    queryFn: async ({ signal }): Promise<string | null> => {
      const query = { filtri: JSON.stringify({ descrizione }) };
      const { data } = await api.get<{ data: { matricola: string | null }[] }>('/api/operatore', { query, signal });
      return data[0]?.matricola ?? null;
    },
    staleTime: 60_000,
    retry: false,
  });
