import { CircleAlert } from 'lucide-react';
import { useId, useRef } from 'react';
import { sum } from '#contracts/core/decimals.ts';
import { formatEuro } from '#web/lib/format.ts';
import type { DraftKeeper } from '#web/registers/form/draft-keeper.ts';
import { DraftOffer } from '#web/registers/form/DraftOffer.tsx';
import { SaveButton, SaveHint } from '#web/registers/form/SaveButton.tsx';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Swatch } from '#web/ui/grid/GridCell.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { NumberInput } from '#web/ui/inputs/NumberInput.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import type { CopiedLine } from './copy-draft.ts';
import { faultIn, isFermo, knownAs, nameOfLine, valueOf, type Site } from './line.ts';
import { copyButton, useCopy } from './use-copy.ts';
import type { LastDay } from './use-last-day.ts';

interface CopyDialogProps {
  id: string;
  day: LastDay;
  site: Site;
  draft: DraftKeeper;
  onClose(): void;
}

/** Dialog with the lines of an earlier day, whose quantities can be adjusted; one press writes all of them. */
export function CopyDialog({ id, day, site, draft, onClose }: CopyDialogProps) {
  const copy = useCopy(id, day, draft, onClose);
  const { lines, takenLines, saving, save, close } = copy;
  const hint = useId();
  const list = useRef<HTMLUListElement>(null);
  const faulty = takenLines.filter(({ values }) => faultIn(site, values) !== null);
  const blocked =
    takenLines.length === 0
      ? 'Nessuna riga da aggiungere'
      : faulty.length > 0
        ? `Da correggere: ${faulty.map(({ values }) => nameOfLine(values)).join('; ')}`
        : null;
  const press = () => {
    if (blocked === null) return void save();
    const wrong = list.current?.querySelector('[data-fault]');
    (wrong?.querySelector<HTMLElement>('input[inputmode]') ?? wrong?.querySelector('input'))?.focus();
  };
  const total = sum(
    takenLines.map(({ values }) => valueOf(site, values)),
    2,
  );
  return (
    <Dialog
      open
      onClose={saving ? () => {} : () => void close()}
      title="Copia e adatta"
      subtitle={`Le righe del ${copy.data}: correggi le quantità, togli ciò che oggi non c’è stato.`}
      bodyClass="px-6 pt-3 max-md:px-4"
      footer={
        <>
          <span className="num text-read max-md:w-full">
            <span className="text-ink-3">Produzione </span>
            <strong className="font-semibold">{formatEuro(total)}</strong>
          </span>
          <SaveHint id={hint}>{blocked}</SaveHint>
          <Button onClick={() => void close()} disabled={saving}>
            ANNULLA
          </Button>
          <SaveButton blocked={blocked} hint={hint} variant="primary" loading={saving} onClick={press}>
            {copyButton(takenLines.length)}
          </SaveButton>
        </>
      }
    >
      <DraftOffer keeper={draft} className="mb-3" />
      <ul ref={list} className="grid gap-2" aria-label="Righe da copiare">
        {lines.map((line) => (
          <CopiedLine key={line.key} line={line} site={site} disabled={saving} copy={copy} />
        ))}
      </ul>
    </Dialog>
  );
}

interface CopiedLineProps {
  line: CopiedLine;
  site: Site;
  disabled: boolean;
  copy: Pick<ReturnType<typeof useCopy>, 'take' | 'setQuantity'>;
}

function CopiedLine({ line, site, disabled, copy }: CopiedLineProps) {
  const { key, values, taken } = line;
  const name = nameOfLine(values);
  const { um, colore } = knownAs(site, values.lavorazione);
  const quantity = values.quantita;
  const fault = taken ? (faultIn(site, values) ?? line.refused) : null;
  return (
    <li
      data-fault={fault === null ? undefined : ''}
      className={`grid grid-cols-[auto_minmax(0,1fr)_132px] items-center gap-x-3 gap-y-1 rounded-control border border-line px-3 py-2 max-md:grid-cols-[auto_minmax(0,1fr)_116px] ${taken ? '' : 'bg-sunken line-through decoration-ink-3'}`}
    >
      <Checkbox
        checked={taken}
        disabled={disabled}
        aria-label={`Copia ${name}`}
        className="max-md:!h-6 max-md:!w-6"
        onChange={() => copy.take(key, !taken)}
      />
      <span className="min-w-0">
        <span className="flex items-center gap-2 text-read font-medium">
          {isFermo(values) ? <Badge>Fermo</Badge> : colore ? <Swatch color={colore} /> : null}
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {values.lavorazione ?? values.wbs ?? (isFermo(values) ? '' : 'Senza lavorazione')}
          </span>
        </span>
        <span className="block text-label text-ink-3">
          {[values.wbs, values.operatore, values.attrezzatura].filter(Boolean).join(', ')}
        </span>
      </span>
      {isFermo(values) ? (
        <span />
      ) : (
        <NumberInput
          aria-label={`Quantità, ${name}`}
          value={typeof quantity === 'number' ? quantity : null}
          decimals={3}
          least={2}
          unit={um ?? undefined}
          disabled={disabled || !taken}
          boxClass="tel-input"
          onChange={(value) => copy.setQuantity(line, value)}
        />
      )}
      {fault === null ? null : (
        <p className="col-span-2 col-start-2 flex items-center gap-1.5 text-label text-danger-ink" role="alert">
          <CircleAlert className="icon-sm flex-none" aria-hidden />
          {fault}
        </p>
      )}
    </li>
  );
}
