import { setLetterKeys, useLetterKeys } from '#web/lib/letter-keys.ts';
import { Switch } from '#web/ui/inputs/Switch.tsx';

/** Lets the person switch off the keys of one character on this device. */
export function LetterKeys() {
  return (
    <section className="panel mt-4" aria-labelledby="la-tastiera">
      <div className="form-section">
        <h2 id="la-tastiera" className="form-legend">
          Tastiera
        </h2>
        <Switch checked={useLetterKeys()} onChange={setLetterKeys} label="Tasti di un solo carattere" />
        <p className="mt-2 text-label text-ink-3">
          «/» cerca, «n» aggiunge, «j» e «k» scorrono le righe. Chi detta a voce può spegnerli; quelli con Ctrl e Alt restano. Vale su
          questo dispositivo.
        </p>
      </div>
    </section>
  );
}
