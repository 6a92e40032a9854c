import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { register } from '#contracts/registers/index.ts';
import { oneOptions } from '#web/registers/register.api.ts';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';
import { daCopiare } from './macchina-scelta.ts';

const macchinari = register('macchinari')!;

/** Keeps Descrizione and the maker's number those of the machine that is chosen. */
export function useMacchinaScelta(form: RegisterFormState, nuovo: boolean, attivo: boolean): void {
  const matricola = typeof form.values['matricola'] === 'string' ? form.values['matricola'] : null;
  const { data, isError } = useQuery({ ...oneOptions(macchinari, matricola ?? ''), enabled: attivo && matricola !== null });
  const macchina = isError ? null : data;
  useEffect(() => {
    if (!attivo) return;
    const { base, values, version } = form;
    const copia = daCopiare({ nuovo, base, values, macchina });
    if (!copia) return;
    if (copia.partenza) form.reset({ values: { ...base, ...copia.valori }, version }, { ...values, ...copia.valori });
    else for (const [campo, valore] of Object.entries(copia.valori)) form.set(campo, valore);
  }, [form, nuovo, attivo, macchina]);
}
