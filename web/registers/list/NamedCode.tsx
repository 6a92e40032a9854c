import { useQuery } from '@tanstack/react-query';
import type { RefField } from '#contracts/core/fields.ts';
import { choiceScope } from '#contracts/core/choices.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { choicesOptions, optionOf } from '../selector.api.ts';

interface NamedCodeProps {
  field: RefField;
  value: string | null;
}

/** Shows a code with the name of its record, if the person may see it. All names are read in one request. */
export function NamedCode({ field, value }: NamedCodeProps) {
  const catalogue = useCatalogue();
  const identity = useIdentity();
  const def = catalogue.registerOrThrow(field.register);
  const { data } = useQuery({ ...choicesOptions(def), enabled: value !== null && choiceScope(catalogue, identity, def) !== 'none' });
  if (value === null) return <span className="none">–</span>;
  const row = data?.find((one) => one[field.value] === value);
  const name = row ? optionOf(catalogue, field, row).detail : undefined;
  return name ? (
    <span title={`${value} ${name}`}>
      {value} <span className="sub">{name}</span>
    </span>
  ) : (
    value
  );
}
