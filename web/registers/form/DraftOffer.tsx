import { useAtomValue } from 'jotai';
import { formatInstant } from '#web/lib/format.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { FILES_PART, type DraftKeeper } from './draft-keeper.ts';

const ACTION = 'font-semibold underline underline-offset-2 max-md:py-2.5';

/** Offers to resume or discard an earlier draft on this device. `onResume` shows the part of the form with the restored input. */
export function DraftOffer({ keeper, className, onResume }: { keeper: DraftKeeper; className?: string; onResume?: () => void }) {
  const offer = useAtomValue(keeper.offer);
  if (!offer) return null;
  return (
    <Note tone="warn" {...(className ? { className } : {})}>
      Hai delle modifiche non salvate del <span className="whitespace-nowrap">{formatInstant(offer.at)}</span>
      {FILES_PART in offer.parts ? '; i file vanno scelti di nuovo' : ''}.
      <span className="inline-flex gap-4 max-md:-mb-2.5 max-md:flex max-md:gap-6 md:ml-3">
        <button
          type="button"
          className={ACTION}
          onClick={() => {
            keeper.resume();
            onResume?.();
          }}
        >
          Riprendi
        </button>
        <button type="button" className={ACTION} onClick={keeper.discard}>
          Scarta
        </button>
      </span>
    </Note>
  );
}
