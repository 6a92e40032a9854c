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
  subjectName: string;
  /** False: the person only reads the reasons. */
  mayRenew: boolean;
  /** Version of the record, where it was read whole. */
  version?: number | undefined;
  onRenewed?(): void;
}

/** Lists the reasons of a verdict: each document with its problem and its renewal. */
export function Reasons({ motivi, subjectName, mayRenew, version, onRenewed }: ReasonsProps) {
  const [open, setOpen] = useState<Motivo | null>(null);
  const today = todayInRome();
  return (
    <>
      <ul className="grid gap-1.5" aria-label={`Motivi, ${subjectName}`}>
        {byUrgency(motivi).map((reason) => (
          <li key={`${reason.soggetto}/${reason.id}/${reason.tipi}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-read">
            <Badge tone={PROBLEMS[reason.stato].tone} icon={PROBLEMS[reason.stato].icon}>
              {PROBLEMS[reason.stato].words}
            </Badge>
            <span className="min-w-0 font-medium">{reason.tipo_nome}</span>
            {reason.scadenza ? (
              <span className="num text-ink-3">
                {reason.stato === 'fermo' ? `dal ${reason.scadenza}` : `${reason.scadenza}, ${formatScadenza(reason.scadenza, today)}`}
              </span>
            ) : null}
            {mayRenew && isOneDocument(reason) ? (
              <Button variant="ghost" size="sm" icon={RefreshCw} className="ml-auto" onClick={() => setOpen(reason)}>
                RINNOVA
                <ScreenReaderText>
                  {reason.tipo_nome}, {subjectName}
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
          subjectName={subjectName}
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
