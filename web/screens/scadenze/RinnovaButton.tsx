import { useQueryClient } from '@tanstack/react-query';
import { ArrowRight, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { scope } from '#contracts/core/permissions.ts';
import { BOARD_REGISTERS, type DueItem } from '#contracts/modules/scadenze/board.ts';
import type { Soggetto } from '#contracts/modules/scadenze/document-kind.ts';
import { keys } from '#web/lib/query.ts';
import { useIdentity } from '#web/lib/session.ts';
import { RenewDialog } from '#web/modules/scadenze/renew/RenewDialog.tsx';
import { Button, ButtonLink } from '#web/ui/feedback/Button.tsx';
import { ScreenReaderText } from '#web/ui/feedback/ScreenReaderText.tsx';
import { recordHref } from './record-href.ts';
import { isDocument } from './renewable.ts';

interface RinnovaProps {
  item: DueItem;
  size?: 'sm' | 'lg';
}

/** Button that renews a deadline: a single document in a dialog; anything else on its record's screen. */
export function RinnovaButton({ item, size = 'sm' }: RinnovaProps) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const { soggetto, id, tipo, nome } = item;
  const mayEdit = scope(useIdentity(), BOARD_REGISTERS[soggetto].access, 'edit') !== 'none';
  const label = (
    <ScreenReaderText>
      {item.tipo_nome}, {nome}
    </ScreenReaderText>
  );
  if (!isDocument(item) || !mayEdit)
    return (
      <ButtonLink href={recordHref(item)} variant="ghost" size={size} icon={ArrowRight}>
        APRI
        {label}
      </ButtonLink>
    );
  return (
    <>
      <Button variant="ghost" size={size} icon={RefreshCw} onClick={() => setOpen(true)}>
        RINNOVA
        {label}
      </Button>
      {open ? (
        <RenewDialog
          soggetto={soggetto as Soggetto}
          tipo={tipo}
          id={String(id)}
          subjectName={`${nome} ${id}`}
          mayRenew
          onClose={() => setOpen(false)}
          onDone={() => void client.invalidateQueries({ queryKey: keys.board })}
        />
      ) : null}
    </>
  );
}
