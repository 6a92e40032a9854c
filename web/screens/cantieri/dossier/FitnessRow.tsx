import { ChevronDown, ChevronUp } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { scope } from '#contracts/core/permissions.ts';
import type { VoceDossier } from '#contracts/modules/scadenze/dossier-answer.ts';
import { REGISTER_OF } from '#contracts/modules/scadenze/register-of.ts';
import { useIdentity } from '#web/lib/session.ts';
import { detailHref } from '#contracts/core/record-address.ts';
import { Reasons } from '#web/modules/scadenze/fitness/Reasons.tsx';
import { reasonsOf, VERDICTS } from '#web/modules/scadenze/fitness/verdict-look.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';

/** Returns the address of a record, at its documents tab if it has one. */
export const recordOf = ({ soggetto, id }: Pick<VoceDossier, 'soggetto' | 'id'>): string =>
  `${detailHref(REGISTER_OF[soggetto], id)}${soggetto === 'noleggio' ? '' : '?scheda=documenti'}`;

/** Shows a worker or machine with the verdict; the reasons unfold below. */
export function FitnessRow({ row }: { row: VoceDossier }) {
  const { soggetto, matricola, nome, ultimo, esito, motivi } = row;
  const id = useId();
  const [open, setOpen] = useState(false);
  const mayRenew = scope(useIdentity(), REGISTER_OF[soggetto].access, 'edit') !== 'none';
  const { tone, icon, words } = VERDICTS[esito];
  const why = reasonsOf(motivi);
  return (
    <li className="border-t border-line first:border-0">
      <div className="flex min-h-14 items-center gap-3 px-4 py-2">
        <span className="min-w-0 flex-1">
          <Link href={recordOf(row)} className="text-read font-medium hover:underline">
            {nome || matricola} {nome ? <span className="num font-normal text-ink-3">{matricola}</span> : null}
          </Link>
          <span className="block text-label md:truncate text-ink-3" title={why || undefined}>
            {why || (ultimo ? <span className="num">Ultima produzione {ultimo}</span> : 'Nessuna produzione qui negli ultimi 30 giorni')}
          </span>
        </span>
        <Badge tone={tone} icon={icon} className="flex-none">
          {words}
        </Badge>
        {motivi.length > 0 ? (
          <IconButton
            size="sm"
            icon={open ? ChevronUp : ChevronDown}
            label={`Motivi di ${nome || matricola}`}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          />
        ) : (
          <span className="w-8 flex-none" />
        )}
      </div>
      {open ? (
        <div id={id} className="bg-sunken px-4 py-3">
          <Reasons motivi={motivi} subjectName={`${nome} ${matricola}`.trim()} mayRenew={mayRenew} />
        </div>
      ) : null}
    </li>
  );
}
