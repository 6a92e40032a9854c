import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { usePhone } from '#web/lib/use-media.ts';
import { Badge, type Tone } from '#web/ui/feedback/Badge.tsx';
import { Switch } from '#web/ui/inputs/Switch.tsx';
import { atMoment, listOptions, type Filters } from '../register.api.ts';
import type { ListContext } from './RegisterList.tsx';

export interface FilterSwitch {
  /** Name of the filter in the address. */
  name: string;
  label: string;
  /** Filters of the request that counts its rows; without them no number is shown. */
  count?: Filters;
  tone?: Tone;
}

interface FilterSwitchesProps {
  def: AnyRegister;
  list: ListContext;
  switches: readonly FilterSwitch[];
}

/** Mutually exclusive switches of a list. */
export function FilterSwitches({ def, list, switches }: FilterSwitchesProps) {
  const { al, filtri } = list.state;
  return switches.map((filterSwitch) => (
    <One
      key={filterSwitch.name}
      def={def}
      filterSwitch={filterSwitch}
      ready={list.total !== undefined}
      al={al}
      on={Boolean(filtri[filterSwitch.name])}
      onChange={(on) => list.change({ filtri: on ? { [filterSwitch.name]: '1' } : {} })}
    />
  ));
}

interface OneProps {
  def: AnyRegister;
  filterSwitch: FilterSwitch;
  /** Moment of the list; absent for today's rows. */
  al: string | undefined;
  /** The rows are loaded; the count is requested after them. */ ready: boolean;
  on: boolean;
  onChange(on: boolean): void;
}

function One({ def, filterSwitch: { label, count, tone = 'danger' }, al, ready, on, onChange }: OneProps) {
  const phone = usePhone();
  const { data } = useQuery({
    ...listOptions(def, { pagina: 1, righe: 1, ordina: def.list.sort, cerca: '', filtri: count ?? {}, ...atMoment({ al }) }),
    enabled: ready && count !== undefined,
  });
  const figure = count ? <SwitchFigure total={data?.totale ?? 0} tone={tone} /> : null;
  if (phone)
    return (
      <button type="button" role="switch" aria-checked={on} className={clsx('tel-chip', on && 'is-on')} onClick={() => onChange(!on)}>
        {label}
        {figure}
      </button>
    );
  return (
    <Switch
      checked={on}
      onChange={onChange}
      className="whitespace-nowrap"
      label={
        figure ? (
          <>
            {label} {figure}
          </>
        ) : (
          label
        )
      }
    />
  );
}

/** Shows the number of rows of a switch. Its width is reserved, so that loading moves nothing. */
export function SwitchFigure({ total, tone }: { total: number; tone: Tone }) {
  return (
    <span className="inline-flex min-w-[26px] justify-center" aria-hidden={total === 0}>
      {total > 0 ? <Badge tone={tone}>{total}</Badge> : null}
    </span>
  );
}
