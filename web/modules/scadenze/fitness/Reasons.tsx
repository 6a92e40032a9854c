import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { codesOf, type Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import type { Motivo } from '#contracts/modules/scadenze/fitness.ts';
import { formatScadenza, todayInRome } from '#web/lib/format.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
import { RenewDialog } from '../renew/RenewDialog.tsx';
import { byUrgency, PROBLEMS } from './verdict-look.ts';

interface ReasonsProps {
  motivi: readonly Motivo[];
  /** Name of the record that the reasons belong to. */
  whose: string;
  /** False: the person only reads the reasons. */
  mayRenew: boolean;
  /** Version of the record, where it was read whole. */
  version?: number | undefined;
  onRenewed?(): void;
}

/** Lists the reasons of a verdict: each document with its problem and its renewal. */
export function Reasons({ motivi, whose, mayRenew, version, onRenewed }: ReasonsProps) {
  const [open, setOpen] = useState<Motivo | null>(null);
  const today = todayInRome();
  return (
    <>
      <ul className="grid gap-1.5" aria-label={`Motivi, ${whose}`}>
        {byUrgency(motivi).map((one) => (
          <li key={`${one.soggetto}/${one.id}/${one.tipi}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-read">
            <Badge tone={PROBLEMS[one.stato].tone} icon={PROBLEMS[one.stato].icon}>
              {PROBLEMS[one.stato].words}
            </Badge>
            <span className="min-w-0 font-medium">{one.tipo_nome}</span>
            {one.scadenza ? (
              <span className="num text-ink-3">
                {one.stato === 'fermo' ? `dal ${one.scadenza}` : `${one.scadenza}, ${formatScadenza(one.scadenza, today)}`}
              </span>
            ) : null}
            {mayRenew && isOneDocument(one) ? (
              <Button variant="ghost" size="sm" icon={RefreshCw} className="ml-auto" onClick={() => setOpen(one)}>
                RINNOVA
                <ScreenReaderText>
                  {one.tipo_nome}, {whose}
                </ScreenReaderText>
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {open ? (
        <RenewDialog
          soggetto={open.soggetto as Soggetto}
          tipo={open.tipo}
          id={String(open.id)}
          whose={whose}
          version={version}
          mayRenew
          onClose={() => setOpen(null)}
          {...(onRenewed ? { onDone: onRenewed } : {})}
        />
      ) : null}
    </>
  );
}

/** Tells whether a reason concerns exactly one kind of document. A missing document that several kinds could replace does not. */
const isOneDocument = ({ soggetto, stato, tipi }: Motivo): boolean =>
  soggetto !== 'cantiere' && stato !== 'fermo' && (stato !== 'assente' || codesOf(tipi).length === 1);
