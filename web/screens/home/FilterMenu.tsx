import { ChevronDown, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Ellipsis } from '#web/ui/feedback/Ellipsis.tsx';
import { IconButton } from '#web/ui/feedback/IconButton.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { SearchInput } from '#web/ui/inputs/SearchInput.tsx';
import { contains } from '#web/ui/inputs/text-match.ts';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { absentFrom, NOT_IN_PERIOD } from './empty-panel.ts';
import type { FilterOption } from './filter-options.ts';

interface FilterMenuProps {
  label: string;
  /** Text for no choice: "tutti", "in ml". */
  all: string;
  /** Values in the period; `undefined` until known. */
  options: readonly FilterOption[] | undefined;
  chosen: readonly string[];
  onChosen(values: string[]): void;
}

/** Menu of a section's values; without a choice all are shown. A chosen value that the period lacks stays visible, marked and removable. */
export function FilterMenu({ label, all, options: offered, chosen, onChosen }: FilterMenuProps) {
  const absent = absentFrom(offered, chosen);
  const options = [...absent.map((value) => ({ value, label: value, detail: NOT_IN_PERIOD })), ...(offered ?? [])];
  const only = chosen.length === 1 ? options.find(({ value }) => value === chosen[0])?.label : undefined;
  const button = (
    <button
      type="button"
      className={`input input-quiet !h-7 !w-auto max-w-[240px] !pr-1.5 max-md:!h-11 max-md:min-w-0 max-md:max-w-none max-md:flex-1 ${absent.length > 0 ? '!border-warn-line !bg-warn-soft' : ''}`}
      title={absent.length > 0 ? `${absent.join(', ')}: ${NOT_IN_PERIOD}` : undefined}
    >
      {absent.length > 0 ? <TriangleAlert className="icon-sm flex-none text-warn-ink" aria-hidden /> : null}
      <span className="text-ink-3">{label}</span>
      <span className="min-w-0 flex-1 truncate text-left">
        {only ?? (chosen.length > 0 ? '' : all)}
        {absent.length > 0 ? <span className="sr-only">, {NOT_IN_PERIOD}</span> : null}
      </span>
      {chosen.length > 1 ? (
        <span className="count">
          {chosen.length}
          <span className="sr-only"> scelte</span>
        </span>
      ) : null}
      <ChevronDown className="icon-sm" aria-hidden />
    </button>
  );
  return (
    <span className="inline-flex items-center max-md:min-w-[45%] max-md:flex-1">
      <Popover
        label={label}
        button={button}
        className="grid w-max min-w-72 max-w-[min(420px,calc(100vw-32px))] grid-cols-[minmax(0,1fr)] gap-2 !p-3"
      >
        <Choices {...{ label, options, chosen, onChosen }} />
      </Popover>
      {absent.length > 0 ? (
        <IconButton
          icon={X}
          size="sm"
          label={`Togli ${absent.join(', ')}: ${NOT_IN_PERIOD}`}
          className="max-md:!h-11 max-md:!w-11"
          onClick={() => onChosen(chosen.filter((value) => !absent.includes(value)))}
        />
      ) : null}
    </span>
  );
}

/**
 * List of the options, rendered only when the menu opens, since there may be hundreds. Choosing an option of another group clears the
 * earlier group.
 */
function Choices({ label, options, chosen, onChosen }: Omit<FilterMenuProps, 'all' | 'options'> & { options: readonly FilterOption[] }) {
  const [text, setText] = useState('');
  const shown = options.filter((option) => contains(`${option.label} ${option.detail ?? ''}`, text));
  return (
    <>
      {options.length > 8 ? <SearchInput value={text} onChange={setText} shortcut={false} /> : null}
      <div className="grid max-h-72 gap-0.5 overflow-y-auto" role="group" aria-label={label}>
        {shown.map((option, i) => (
          <div key={option.value}>
            {option.group !== undefined && option.group !== shown[i - 1]?.group ? (
              <p className="menu-head">{option.group ? `in ${option.group}` : 'senza unità'}</p>
            ) : null}
            <Checkbox
              checked={chosen.includes(option.value)}
              className="min-h-7 w-full rounded-control px-1 hover:bg-[rgb(var(--ink)/.06)] max-md:min-h-11"
              onChange={(on) => onChosen(toggleOption(options, chosen, option, on))}
              label={
                <span className="flex min-w-0 items-center gap-2">
                  {option.color ? <span className="swatch" style={{ backgroundColor: `rgb(${option.color})` }} /> : null}
                  <Ellipsis text={[option.label, option.detail].filter(Boolean).join(' ')}>
                    {option.label}
                    {option.detail ? <span className="ml-1.5 text-ink-3">{option.detail}</span> : null}
                  </Ellipsis>
                </span>
              }
            />
          </div>
        ))}
        {shown.length === 0 ? <p className="px-1 py-2 text-label text-ink-3">Nessuna voce</p> : null}
      </div>
      <Button plain disabled={chosen.length === 0} onClick={() => onChosen([])}>
        Togli il filtro
      </Button>
    </>
  );
}

function toggleOption(options: readonly FilterOption[], chosen: readonly string[], option: FilterOption, on: boolean): string[] {
  if (!on) return chosen.filter((value) => value !== option.value);
  // the group of a value absent from the period is unknown, so the value is kept
  const groupOf = (value: string) => options.find((one) => one.value === value)?.group ?? option.group;
  const alike = chosen.filter((value) => groupOf(value) === option.group);
  return [...alike, option.value];
}
