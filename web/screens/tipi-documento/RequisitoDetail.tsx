import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { labelOf } from '#contracts/core/define-register.ts';
import { codesOf } from '#contracts/modules/scadenze/document-kind.ts';
import { requisiti } from '#contracts/registers/requisiti.ts';
import { useCatalogue } from '#web/registers/catalogue-context.ts';
import { FormBody } from '#web/registers/form/FormBody.tsx';
import { FormContent } from '#web/registers/form/FormContent.tsx';
import { FormFields } from '#web/registers/form/FormFields.tsx';
import { FormHead } from '#web/registers/form/FormHead.tsx';
import { FormPast } from '#web/registers/form/FormPast.tsx';
import { RegisterDetail } from '#web/registers/form/RegisterDetail.tsx';
import { useOpenFields, useOpenRecord } from '#web/registers/form/form-context.ts';
import type { CustomFields } from '#web/registers/form/RegisterFields.tsx';
import { loadSelector } from '#web/registers/selector.api.ts';
import { Combobox } from '#web/ui/inputs/Combobox.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { MultiCombobox } from '#web/ui/inputs/MultiCombobox.tsx';
import { EVERY_SITE, useNames } from './names.ts';

/** Shows a requirement; its kinds are chosen by name, and the sites include "Ogni cantiere". */
export default function RequisitoDetail() {
  return (
    <RegisterDetail def={requisiti}>
      <Requisito />
    </RegisterDetail>
  );
}

function Requisito() {
  const { caption } = useOpenRecord();
  const customFields = { tipo_documento: <KindsField />, commessa: <SiteField /> } satisfies CustomFields<typeof requisiti>;
  return (
    <>
      <FormHead />
      <FormBody>
        <FormPast />
        <FormContent>
          <section className="panel" aria-label={caption}>
            <FormFields
              customFields={customFields}
              hints={{ mansione: 'Una sola fra mansione, tipologia e cantiere', tra_presenti: 'Il requisito è del cantiere' }}
            />
          </section>
        </FormContent>
      </FormBody>
    </>
  );
}

/** Selects the document kinds of a requirement; a valid document of any of them meets it. */
function KindsField() {
  const { form, enabled, readOnly } = useOpenFields(requisiti);
  const { kinds } = useNames();
  const soggetto = form.values.soggetto;
  const options = useMemo(
    () => kinds.filter((kind) => kind.soggetto === soggetto).map((kind) => ({ value: String(kind.codice), label: String(kind.nome) })),
    [kinds, soggetto],
  );
  const name = 'tipo_documento';
  return (
    <Field
      name={name}
      label={labelOf(requisiti, name)}
      required={!readOnly}
      error={form.errors[name]}
      hint={soggetto ? 'Di più tipi ne basta uno valido' : 'Prima il soggetto'}
    >
      <MultiCombobox
        value={codesOf(form.values[name])}
        onChange={(codes) => form.set(name, codes.length === 0 ? null : codes.join('|'))}
        options={options}
        disabled={!enabled(name) || !soggetto}
        readOnly={readOnly}
      />
    </Field>
  );
}

function SiteField() {
  const { form, enabled, readOnly } = useOpenFields(requisiti);
  const catalogue = useCatalogue();
  const client = useQueryClient();
  const name = 'commessa';
  const load = useMemo(() => {
    const sites = loadSelector(catalogue, client, requisiti.fields.commessa);
    return async (query: string, signal: AbortSignal) => {
      const found = await sites(query, signal);
      return EVERY_SITE.label.toLowerCase().includes(query.trim().toLowerCase()) ? [EVERY_SITE, ...found] : found;
    };
  }, [catalogue, client]);
  const value = form.values[name];
  return (
    <Field name={name} label={labelOf(requisiti, name)} error={form.errors[name]}>
      <Combobox
        value={value === null || value === undefined ? null : String(value)}
        onChange={(next) => form.set(name, next)}
        load={load}
        selected={value === EVERY_SITE.value ? EVERY_SITE : null}
        disabled={!enabled(name)}
        readOnly={readOnly}
        boxClass="tel-input min-w-0"
      />
    </Field>
  );
}
