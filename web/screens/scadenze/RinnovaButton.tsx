import { RefreshCw } from 'lucide-react';
import type { DueItem } from '#contracts/modules/scadenze/board.ts';
import { ButtonLink } from '#web/ui/feedback/Button.tsx';
import { Said } from '#web/ui/feedback/Said.tsx';
import { recordHref } from './record-href.ts';

/** Brings what is due up to date: opens the record where its documents are. */
export function RinnovaButton({ item, size = 'sm' }: { item: DueItem; size?: 'sm' | 'lg' }) {
  const href = recordHref(item);
  if (href === undefined) return null;
  return (
    <ButtonLink href={href} variant="ghost" size={size} icon={RefreshCw}>
      RINNOVA
      <Said>
        {item.tipo_nome}, {item.nome}
      </Said>
    </ButtonLink>
  );
}
