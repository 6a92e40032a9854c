import { useQuery } from '@tanstack/react-query';
import type { RefField } from '#contracts/core/fields.ts';
import { register } from '#contracts/registers/index.ts';
import { useIdentity } from '#web/lib/session.ts';
import { canView } from '../buttons.ts';
import { allOptions } from '../register.api.ts';
import { optionOf } from '../selector.api.ts';

interface NamedCodeProps {
  field: RefField;
  value: string | null;
}

/** A code with the name of what it stands for, to those who may see it; all names are asked once. */
export function NamedCode({ field, value }: NamedCodeProps) {
  const identity = useIdentity();
  const def = register(field.register)!;
  const { data } = useQuery({ ...allOptions(def), staleTime: 300_000, enabled: value !== null && canView(identity, def), retry: false });
  if (value === null) return <span className="none">–</span>;
  const row = data?.find((one) => one[field.value] === value);
  const name = row ? optionOf(field, row).detail : undefined;
  return name ? (
    <span title={`${value} ${name}`}>
      {value} <span className="sub">{name}</span>
    </span>
  ) : (
    value
  );
}
