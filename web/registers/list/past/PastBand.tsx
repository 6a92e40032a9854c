import { Button } from '#web/ui/feedback/Button.tsx';
import { Note } from '#web/ui/feedback/Note.tsx';
import { momentInWords } from './moment.ts';

interface PastBandProps {
  al: string;
  /** Later moment that the list is compared with; absent while it is not. */
  compared: string | undefined;
  onMoment(): void;
  onCompare(): void;
  /** Returns from the comparison to the list as of the instant. */
  onList(): void;
  onToday(): void;
}

/** Band over a list that tells its instant, with the ways to another instant, to a comparison and back to today. */
export function PastBand({ al, compared, onMoment, onCompare, onList, onToday }: PastBandProps) {
  return (
    <Note tone="history" className="mb-3 items-center max-md:mt-3 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span>
          {compared === undefined ? (
            <>
              Elenco com’era <strong className="font-semibold">{momentInWords(al)}</strong>. Qui non si modifica niente.
            </>
          ) : (
            <>
              Che cosa è cambiato fra <strong className="font-semibold">{momentInWords(al)}</strong> e{' '}
              <strong className="font-semibold">{momentInWords(compared)}</strong>.
            </>
          )}
        </span>
        <span className="flex flex-none flex-wrap gap-2">
          <Button size="sm" variant="ghost" onClick={compared === undefined ? onMoment : onList}>
            {compared === undefined ? 'ALTRO GIORNO' : 'ELENCO DI ALLORA'}
          </Button>
          <Button size="sm" variant="ghost" onClick={onCompare}>
            {compared === undefined ? 'CONFRONTA' : 'ALTRI GIORNI'}
          </Button>
          <Button size="sm" variant="secondary" onClick={onToday}>
            OGGI
          </Button>
        </span>
      </div>
    </Note>
  );
}
