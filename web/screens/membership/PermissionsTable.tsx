import type { PermissionLevels } from '#contracts/core/permissions.ts';
import { AREA_NAMES } from '#contracts/modules/areas.ts';
import { COLUMN_NAMES, LEVEL_NAMES } from '#contracts/modules/permessi/words.ts';
import { messageOf } from '#web/lib/api-client.ts';
import { useFormRights } from '#web/registers/form/form-context.ts';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Checkbox } from '#web/ui/inputs/Checkbox.tsx';
import { Radio } from '#web/ui/inputs/RadioGroup.tsx';
import type { PermissionRow } from './permission-rows.ts';
import { usePermissions } from './use-permissions.ts';

const ACTIONS = (['allowView', 'allowEdit', 'allowDelete'] as const).map((name) => [name, COLUMN_NAMES[name]] as const);
const LEVELS = ([0, 1, 3] as const).map((level) => [level, LEVEL_NAMES[level]] as const);

/** Edits the group's permissions in each of the twelve areas. */
export function PermissionsTable() {
  const buttons = useFormRights();
  const { rows, chosen, choose, loading, error, retry, saving } = usePermissions();
  if (error)
    return (
      <section className="panel">
        <ErrorState title="Permessi non caricati" text={messageOf(error)} onRetry={retry} />
      </section>
    );
  return (
    <section className="panel overflow-hidden" aria-label="Permessi" aria-busy={loading || saving || undefined}>
      <table className="permessi">
        <thead>
          <tr>
            <th scope="col">Area</th>
            <th scope="col" className="permessi-insert">
              {COLUMN_NAMES.allowInsert}
            </th>
            {ACTIONS.map(([name, label]) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Permission
              key={row.area}
              row={row}
              levels={chosen[row.area] ?? row.levels}
              disabled={loading || saving || !buttons.campi}
              onChoose={(levels) => choose(row.area, levels)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface PermissionProps {
  row: PermissionRow;
  levels: PermissionLevels;
  disabled: boolean;
  onChoose(levels: PermissionLevels): void;
}

function Permission({ row: { area }, levels, disabled, onChoose }: PermissionProps) {
  return (
    <tr>
      <th scope="row">
        <span className="block">{AREA_NAMES[area]}</span>
        <span className="block text-caption font-normal text-ink-3">{area}</span>
      </th>
      <td data-etichetta="Insert" className="permessi-insert">
        <Checkbox
          aria-label={`${area}: Insert`}
          checked={levels.allowInsert === 1}
          disabled={disabled}
          onChange={(on) => onChoose({ ...levels, allowInsert: on ? 1 : 0 })}
        />
      </td>
      {ACTIONS.map(([name, label]) => (
        <td key={name} data-etichetta={label}>
          <span role="radiogroup" aria-label={`${area}: ${label}`} className="permessi-levels">
            {LEVELS.map(([level, word]) => (
              <Radio
                key={level}
                name={`${area}-${name}`}
                label={word}
                checked={levels[name] === level}
                disabled={disabled}
                onChange={() => onChoose({ ...levels, [name]: level })}
              />
            ))}
          </span>
        </td>
      ))}
    </tr>
  );
}
