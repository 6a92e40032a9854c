import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { register } from '#contracts/registers/index.ts';
import { newValues, valuesOf } from '#web/registers/form/form-state.ts';
import { useRegisterForm, type LoadedRecord, type RegisterFormState } from '#web/registers/form/use-register-form.ts';
import { datiOptions } from './dati-macchina.api.ts';

const datiMacchina = register('datiMacchina')!;
const EMPTY: LoadedRecord = { values: newValues(datiMacchina, ''), version: null };

export interface DatiMacchina {
  form: RegisterFormState;
  /** There is a record to change; otherwise saving makes one. */
  exists: boolean;
  loading: boolean;
  error: unknown;
  retry(): void;
}

/** The form of DATI: a record of its own beside the machine. `null` for a machine that is not there yet. */
export function useDatiMacchina(matricola: string | null, crea: boolean): DatiMacchina {
  const query = useQuery({ ...datiOptions(matricola ?? '', crea), enabled: matricola !== null });
  const row = query.data;
  const record = useMemo((): LoadedRecord => (row ? { values: valuesOf(datiMacchina, row), version: row.versione } : EMPTY), [row]);
  // its key is the machine's: nobody types it here
  const form = useRegisterForm(datiMacchina, 'modifica', record);
  return { form, exists: Boolean(row), loading: matricola !== null && query.isPending, error: query.isError && !row ? query.error : null, retry: () => void query.refetch() };
}
