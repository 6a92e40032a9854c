import { ListChecks } from 'lucide-react';
import { Button } from '../ui/feedback/Button.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { ActivityList, useThenReload } from './ActivityList.tsx';
import { removeProcesso } from './processi.api.ts';
import { isUnderWay } from './processo-states.ts';
import type { Processi } from './use-processi.ts';

/** Lists the person's jobs in the Attività menu: running, finished and failed ones. */
export default function Activity({ attivita: { processi, failed, reload, stay } }: { attivita: Processi }) {
  const then = useThenReload();
  const finished = processi.filter((p) => !isUnderWay(p));
  return (
    <>
      <div className="flex h-11 flex-none items-center justify-between border-b border-line pl-4 pr-2">
        <span className="text-label font-semibold">Attività</span>
        {finished.length > 0 ? (
          <Button
            variant="text"
            size="sm"
            onClick={() => then(Promise.all(finished.map((p) => removeProcesso(p.id))), 'Elenco non svuotato')}
          >
            Svuota
          </Button>
        ) : null}
      </div>
      {failed ? (
        <ErrorState title="Attività non caricate" onRetry={reload} />
      ) : processi.length === 0 ? (
        <EmptyState
          icon={ListChecks}
          title="Nessuna attività"
          text="Qui restano zip, elaborazioni e invii, anche mentre lavori su altro."
        />
      ) : (
        <ActivityList processi={processi} stay={stay} className="max-h-[60vh] overflow-y-auto" />
      )}
    </>
  );
}
