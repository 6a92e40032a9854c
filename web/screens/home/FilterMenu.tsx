import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { SearchInput } from '#web/ui/inputs/SearchInput.tsx';
import { contains } from '#web/ui/inputs/text-match.ts';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import type { FilterOption } from './model.ts';

interface FilterMenuProps {
  label: string;
  /** "tutti", "in ml": what no choice means. */
  all: string;
  options: readonly FilterOption[];
  chosen: readonly string[];
  onChosen(values: string[]): void;
}

/** Which values a section shows: none chosen, all. */
export function FilterMenu({ label, all, options, chosen, onChosen }: FilterMenuProps) {
  const there = chosen.filter((value) => options.some((option) => option.value === value));
  const only = there.length === 1 ? options.find(({ value }) => value === there[0])?.label : undefined;
  const button = (
    <button type="button" className="input input-quiet !h-7 !w-auto max-w-[200px] !pr-1.5 max-md:!h-11 max-md:max-w-none">
      <span className="text-ink-3">{label}</span>
      <span className="min-w-0 flex-1 truncate text-left">{only ?? (there.length > 0 ? '' : all)}</span>
      {there.length > 1 ? (
        <span className="count">
          {there.length}
          <span className="sr-only"> scelte</span>
        </span>
      ) : null}
      <ChevronDown className="icon-sm" aria-hidden />
    </button>
  );
  return (
    <Popover label={label} button={button} className="grid w-72 gap-2 !p-3">
      <Choices {...{ label, options, chosen, there, onChosen }} />
    </Popover>
  );
}

/** Hundreds of them, perhaps: made when the menu opens. Choosing one of another group leaves those of the first. */
function Choices({ label, options, chosen, there, onChosen }: Omit<FilterMenuProps, 'all'> & { there: readonly string[] }) {
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
              checked={there.includes(option.value)}
              className="min-h-7 w-full rounded-control px-1 hover:bg-[rgb(var(--ink)/.06)] max-md:min-h-11"
              onChange={(on) => onChosen(toggled(options, there, option, on))}
              label={
                <span className="flex min-w-0 items-center gap-2">
                  {option.color ? <span className="swatch" style={{ backgroundColor: `rgb(${option.color})` }} /> : null}
                  <span className="truncate">
                    {option.label}
                    {option.detail ? <span className="ml-1.5 text-ink-3">{option.detail}</span> : null}
                  </span>
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

function toggled(options: readonly FilterOption[], chosen: readonly string[], option: FilterOption, on: boolean): string[] {
  if (!on) return chosen.filter((value) => value !== option.value);
  const alike = chosen.filter((value) => options.find((one) => one.value === value)?.group === option.group);
  return [...alike, option.value];
}
