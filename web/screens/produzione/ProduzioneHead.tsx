import { History, Plus, Printer } from 'lucide-react';
import { isOnDevice } from '#web/lib/device.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useFormActions, useFormHistory, useFormRights, useOpenRecord } from '#web/registers/form/form-context.ts';
import { useSteps } from '#web/registers/form/use-steps.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { PageHead, type PageAction } from '#web/ui/page/PageHead.tsx';
import type { Lines } from './use-lines.ts';

/** Shows AVANTI for a new header; for an existing one its menu, CHIUDI and AGGIUNGI. */
export function ProduzioneHead({ lines }: { lines: Lines }) {
  const { def, id } = useOpenRecord();
  const { ready, blocked, saving, deleting, submit, remove, close } = useFormActions();
  const buttons = useFormRights();
  const history = useFormHistory();
  const phone = usePhone();
  const steps = useSteps(def, id);
  const exists = id !== null;
  const local = isOnDevice(id);
  const present = history.past === null;
  const actions: PageAction[] = [
    ...(exists && !local ? [{ label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${id}?tipo=ProduzioneDettaglio` }] : []),
    ...(exists && !local ? [{ label: 'STORICO', icon: History, pressed: history.open, onClick: history.toggle, keep: true }] : []),
    // on a phone CHIUDI is in the bar at the bottom
    ...(phone ? [] : [{ label: 'CHIUDI', onClick: close, look: 'secondary' as const, keep: true }]),
  ];
  const number = exists && !local ? `n. ${formatNumber(Number(id), 0)}` : undefined;
  return (
    <PageHead
      title={def.form.title}
      // on a phone the number has no room beside the title
      subtitle={phone ? number : undefined}
      badges={local ? <Badge tone="warn">Da inviare</Badge> : number && !phone ? <Badge>{number}</Badge> : null}
      onClose={close}
      steps={steps}
      actions={actions}
      danger={exists && present && buttons.remove ? { label: 'ELIMINA', loading: deleting, onClick: remove } : undefined}
      note={exists || !buttons.save ? undefined : (blocked ?? undefined)}
      primary={primaryOf()}
    />
  );

  function primaryOf(): PageAction | undefined {
    if (!exists) return buttons.save ? { label: 'AVANTI', loading: saving, disabled: !ready, onClick: () => void submit() } : undefined;
    return present && lines.rights.add
      ? { label: 'AGGIUNGI', icon: Plus, disabled: lines.rows === undefined, onClick: lines.add, keys: ['n'] }
      : undefined;
  }
}
