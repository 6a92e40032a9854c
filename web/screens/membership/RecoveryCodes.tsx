import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/feedback/Button.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows the recovery codes, which the portal cannot show again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [copied, setCopied] = useState<string | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('Codici copiati.'),
      () => setCopied('Il browser non copia: scrivili o stampali.'),
    );
  return (
    <div className="grid gap-4">
      <p className="text-read text-ink-2">
        Il secondo fattore è attivo. Questi dieci codici fanno entrare senza telefono, ognuno una volta: conservali fuori dal telefono.{' '}
        <strong className="font-medium text-ink">Non si rileggono.</strong>
      </p>
      <ol
        aria-label="Codici di recupero"
        className="num grid gap-x-6 gap-y-1 rounded-panel border border-line bg-canvas p-4 text-read sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="primary" className="max-md:!h-11 max-md:w-full" onClick={onDone}>
          LI HO CONSERVATI
        </Button>
        <Button variant="secondary" icon={Copy} className="max-md:!h-11 max-md:w-full" onClick={() => void copy()}>
          COPIA
        </Button>
        <span role="status" className="text-label text-ink-3">
          {copied}
        </span>
      </div>
    </div>
  );
}
