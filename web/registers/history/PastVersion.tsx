import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { HistoryItem } from '#contracts/core/history.ts';
import { messaggioDi } from '#web/lib/api-client.ts';
import { formatIstante } from '#web/lib/format.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import type { Row } from '../list/columns.ts';
import { valuesOf } from '../form/form-state.ts';
import { stateOptions } from './history.api.ts';
import { RegisterFields } from '../form/RegisterFields.tsx';

interface PastVersionProps {
  def: AnyRegister;
  id: string;
  entry: HistoryItem;
  name: string;
  onBack(): void;
  /** The record as it was, under its fields. */
  below?: ((row: Row) => ReactNode) | undefined;
}

/** The form as it was after one of its events, to look at. */
export function PastVersion({ def, id, entry, name, onBack, below }: PastVersionProps) {
  const { data, error, refetch } = useQuery(stateOptions(def.path, id, entry.versione));
  return (
    <div className="grid gap-4">
      <Note tone="history">
        Stai guardando {name} com'era il {formatIstante(entry.quando)}. <button type="button" className="font-semibold underline underline-offset-2" onClick={onBack}>Torna a oggi</button>
      </Note>
      <section className="panel" aria-label={`${name} com'era il ${formatIstante(entry.quando)}`} aria-busy={!data && !error}>
        {error ? <ErrorState title="Versione non caricata" text={messaggioDi(error)} onRetry={() => void refetch()} /> : null}
        {data ? <RegisterFields def={def} values={valuesOf(def, data)} readOnly /> : null}
      </section>
      {data ? below?.(data) : null}
    </div>
  );
}
