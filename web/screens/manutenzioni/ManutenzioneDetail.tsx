import { useQuery } from '@tanstack/react-query';
import { FileText, Printer, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { hoursNow } from '#contracts/modules/macchinari.ts';
import { macchinari } from '#contracts/registers/macchinari.ts';
import { manutenzioni } from '#contracts/registers/manutenzioni.ts';
import { FormDocuments } from '#web/registers/documents/FormDocuments.tsx';
import { FormBody, FormPresent } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormFields } from '#web/registers/form/FormFields.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { useFormRights, useFormViewer, useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import type { RegisterFormState } from '#web/registers/form/use-register-form.ts';
import type { CustomFields } from '#web/registers/form/RegisterFields.tsx';
import { oneOptions } from '#web/registers/register.api.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Note } from '#web/ui/feedback/Note.tsx';
import { readingBehind } from './reading-behind.ts';
import { toCopy } from './chosen-macchina.ts';
import { DOCUMENT } from './documento.ts';
import { READ, useCosto } from './use-costo.ts';
import { useDocument } from './use-documento.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { NumberInput } from '#web/ui/inputs/NumberInput.tsx';
import { Switch } from '#web/ui/inputs/Switch.tsx';

/** Shows Scadenza: a switch, and while it is on, the hours at which the same maintenance is due again. */
function OreScadenza() {
  const { form, enabled } = useOpenFields(manutenzioni);
  const value = form.values.ore_scadenza;
  /** Hours of this record; the deadline must be greater. */
  const ore = form.values.ore_km;
  const disabled = !enabled('ore_scadenza');
  const onChange = (next: number | null) => form.set('ore_scadenza', next);
  const box = useRef<HTMLDivElement>(null);
  const [on, setOn] = useState(value !== null);
  useEffect(() => {
    // the value changed from outside: another version of the record was loaded
    if (value !== null) setOn(true);
    else if (!box.current?.contains(document.activeElement)) setOn(false);
  }, [value]);
  const toggle = (next: boolean) => {
    setOn(next);
    if (!next) onChange(null);
  };
  return (
    <div ref={box} className="grid gap-1" onBlur={() => form.touch('ore_scadenza')}>
      <Switch className="max-md:min-h-11" checked={on} disabled={disabled} onChange={toggle} label="Scadenza" />
      {on ? (
        <Field name="ore_scadenza" label="Ore/Km alla scadenza" error={form.errors.ore_scadenza} hint={warning(value, ore)}>
          <NumberInput value={value} onChange={onChange} disabled={disabled} boxClass="tel-input md:max-w-[220px]" />
        </Field>
      ) : null}
    </div>
  );
}

function warning(value: number | null, ore: number | null): string {
  if (value === null) return 'La stessa manutenzione sarà da rifare a queste ore o chilometri.';
  if (ore === null) return '';
  return value > ore
    ? `Tra ${formatNumber(value - ore)} dalla lettura di questa manutenzione.`
    : 'Già raggiunta dalla lettura di questa manutenzione.';
}

/** Fields copied from the chosen machine. */
const FROM_MACHINE = ['descrizione'];

/** Shows Inserimento Manutenzioni: Nuovo, Modifica, and Nuovo with the machine of `?matricola=`. */
export default function ManutenzioneDetail() {
  return (
    <RegisterDetail def={manutenzioni}>
      <Manutenzione />
    </RegisterDetail>
  );
}

/** Form of a maintenance, with the values copied from the machine, the deadline and the PDF. */
function Manutenzione() {
  const { id, caption } = useOpenRecord();
  const { form } = useOpenFields(manutenzioni);
  const buttons = useFormRights();
  const viewer = useFormViewer();
  const now = useChosenMacchina(form, id === null, buttons.campi);
  const behind = buttons.campi ? readingBehind(form, now) : null;
  const set = useCosto(form);
  const { files, fermo: stopped, open, choose, input } = useDocument();
  const rights = { upload: buttons.campi && stopped === null, rinomina: false, remove: buttons.remove, scadenza: false };
  // the cost is hidden but keeps its place, so that the other fields do not move
  const customFields = {
    ore_scadenza: <OreScadenza />,
    ...(form.values.tipologia === READ ? { costo: null } : {}),
  } satisfies CustomFields<typeof manutenzioni>;
  return (
    <>
      <FormHead
        actions={[
          ...(id === null ? [] : [{ label: 'STAMPA', icon: Printer, href: `/home/macchinari/stampa/${id}?tipo=ManutenzioneDettaglio` }]),
          { label: 'Documenti manutenzione', icon: FileText, pressed: viewer.viewed !== null, onClick: () => void open() },
          ...(buttons.campi
            ? [{ label: 'Carica documento', icon: Upload, disabled: stopped !== null, title: stopped ?? undefined, onClick: choose }]
            : []),
        ]}
      />
      <FormBody>
        <FormPast />
        <FormContent>
          {behind === null ? null : <Note tone="warn">La macchina è già a {formatNumber(behind)}: questa lettura è più bassa.</Note>}
          <section className="panel" aria-label={caption}>
            <FormFields
              set={set}
              locked={FROM_MACHINE}
              customFields={customFields}
              hints={id === null && now !== null ? readingHint(now, behind !== null) : {}}
            />
          </section>
        </FormContent>
        <FormPresent>
          {input}
          {id === null ? null : (
            <section className="panel" aria-label="Documento manutenzione">
              <FormDocuments label="Documento manutenzione" campi={[DOCUMENT]} files={files} rights={rights} />
            </section>
          )}
        </FormPresent>
      </FormBody>
    </>
  );
}

/** Returns the hint of the reading, shown at the field: on a phone the head of the form may be out of view. */
const readingHint = (now: number, behind: boolean): Record<string, string> => ({
  ore_km: behind ? `La macchina è già a ${formatNumber(now)}: questa lettura è più bassa.` : `La macchina è a ${formatNumber(now)}.`,
});

/** Copies Descrizione and the maker's number from the chosen machine; returns the machine's current hours. */
function useChosenMacchina(form: RegisterFormState<typeof manutenzioni>, fresh: boolean, active: boolean): number | null {
  const { matricola } = form.values;
  const { data, isError, isFetchedAfterMount, fetchStatus } = useQuery({
    ...oneOptions(macchinari, matricola ?? ''),
    enabled: active && matricola !== null,
    // always read again, because a reading may just have been saved from here
    refetchOnMount: 'always',
  });
  const macchina = isError ? null : data;
  useEffect(() => {
    if (!active) return;
    const { base, values, version } = form;
    const copy = toCopy({ nuovo: fresh, base, values, macchina });
    if (!copy) return;
    if (copy.partenza) form.reset({ values: { ...base, ...copy.valori }, version }, { ...values, ...copy.valori });
    else {
      form.set('descrizione', copy.valori.descrizione);
      form.set('matr_costr', copy.valori.matr_costr);
    }
  }, [form, fresh, active, macchina]);
  const known = isFetchedAfterMount || fetchStatus === 'paused';
  return known ? hoursNow(macchina) : null;
}
