import { Plus, Search } from 'lucide-react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { nobody, searchedFields } from '../words.ts';

interface ListEmptyProps {
  def: AnyRegister;
  cerca: string;
  /** A filter other than the search is on. */
  filtered: boolean;
  /** Clears the search or the filters. */
  onClear(part: 'cerca' | 'filtri'): void;
  /** Address of a new record, where the person may add one. */
  addHref: string | null;
  /** Moment of the list in words; absent for today's rows. */
  moment?: string | undefined;
}

/** Tells why a list is empty: the search or the filters match nothing, or the register has no records. */
export function ListEmpty({ def, cerca, filtered, onClear, addHref, moment }: ListEmptyProps) {
  if (cerca) {
    return (
      <EmptyState
        icon={Search}
        title={`Nessun risultato per «${cerca}»`}
        text={searchedFields(def)}
        action={
          <Button plain onClick={() => onClear('cerca')}>
            Togli la ricerca
          </Button>
        }
      />
    );
  }
  if (filtered) {
    return (
      <EmptyState
        icon={Search}
        title="Nessun risultato con questi filtri"
        action={
          <Button plain onClick={() => onClear('filtri')}>
            Togli i filtri
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={nobody(def)}
      text={moment ? `Non ce n’erano ancora ${moment}.` : addHref ? 'Comincia dal primo.' : undefined}
      action={
        addHref ? (
          <ButtonLink href={addHref} variant="primary" icon={Plus}>
            AGGIUNGI
          </ButtonLink>
        ) : undefined
      }
    />
  );
}
