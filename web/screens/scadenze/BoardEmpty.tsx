import { CircleCheck } from 'lucide-react';
import { Button } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';

/** Tells that nothing is due, or that the filters match nothing. */
export function BoardEmpty({ filtered, onClear }: { filtered: boolean; onClear(): void }) {
  if (!filtered) return <EmptyState icon={CircleCheck} title="Nessuna scadenza" text="Di quello che vedi non scade e non manca niente." />;
  return (
    <EmptyState
      title="Nessuna scadenza trovata"
      action={
        <Button plain onClick={onClear}>
          Togli ricerca e filtri
        </Button>
      }
    />
  );
}
