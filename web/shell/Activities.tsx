import { ListChecks } from 'lucide-react';
import { Button } from '../ui/feedback/Button.tsx';
import { EmptyState, ErrorState } from '../ui/feedback/states.tsx';
import { ActivityList, useThenReload } from './ActivityList.tsx';
import { NoticeList } from './NoticeList.tsx';
import { removeProcesso } from './processi.api.ts';
import { isUnderWay } from './processo-states.ts';
import type { Notices } from './use-notices.ts';
import type { Processi } from './use-processi.ts';

export interface ActivityProps {
  attivita: Processi;
  avvisi: Notices;
  /** Called when a notice opens its record. */
  onOpen?: (() => void) | undefined;
}

/** Lists the person's notices and jobs in the Attività menu: running, finished and failed ones. */
export default function Activity({ attivita: { processi, failed, reload, stay }, avvisi, onOpen }: ActivityProps) {
  const runThenReload = useThenReload();
  const finished = processi.filter((p) => !isUnderWay(p));
  return (
    <>
      <div className="flex h-11 flex-none items-center justify-between border-b border-line pl-4 pr-2">
        <span className="text-label font-semibold">Attività</span>
        {finished.length > 0 ? (
          <Button
            variant="text"
            size="sm"
            onClick={() => runThenReload(Promise.all(finished.map((p) => removeProcesso(p.id))), 'Elenco non svuotato')}
          >
            Svuota
          </Button>
        ) : null}
      </div>
      <NoticeList avvisi={avvisi} onOpen={onOpen} />
      {failed ? (
        <ErrorState title="Attività non caricate" onRetry={reload} />
      ) : processi.length === 0 ? (
        avvisi.notices.length > 0 ? null : (
          <EmptyState
            icon={ListChecks}
            title="Nessuna attività"
            text="Qui restano gli avvisi dei commenti, e zip, elaborazioni e invii, anche mentre lavori su altro."
          />
        )
      ) : (
        <ActivityList processi={processi} stay={stay} className="max-h-[60vh] overflow-y-auto" />
      )}
    </>
  );
}
