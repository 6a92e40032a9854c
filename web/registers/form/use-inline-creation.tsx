import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import { useIdentity } from '#web/lib/session.ts';
import { newHref } from '../addresses.ts';
import { listButtons } from '../buttons.ts';
import { useCatalogue } from '../catalogue-context.ts';
import { draftOwner } from './draft-owner.ts';
import { leaveDraft } from './drafts.ts';
import type { InlineCreation } from '../fields/create-context.ts';
import { QuickCreate } from './QuickCreate.tsx';
import type { RegisterFormState } from './use-register-form.ts';

interface CreationRequest {
  campo: string;
  def: AnyRegister;
  text: string;
  byKey: boolean;
}

/** Tells whether a register's form fits a dialog, because it has one field. */
const isSmall = (def: AnyRegister): boolean => def.form.sections.flatMap((s) => s.rows.flat()).length === 1;

/**
 * Creates records from a selector's plus button. A register with one field opens a dialog; a larger one opens its own form while this
 * form's input is stored. `onlySmall`: only dialogs, since this form's input cannot be stored.
 */
export function useInlineCreation(
  form: Pick<RegisterFormState, 'values' | 'set'>,
  release: () => void,
  { onlySmall = false }: { onlySmall?: boolean } = {},
) {
  const catalogue = useCatalogue();
  const identity = useIdentity();
  const [, navigate] = useLocation();
  const [request, setRequest] = useState<CreationRequest | null>(null);
  const { values, set } = form;
  const creation = useMemo(
    (): InlineCreation => ({
      permits: (path) => {
        const def = catalogue.register(path);
        return def !== undefined && (isSmall(def) || !onlySmall) && identity.marcatore === 'admin' && listButtons(identity, def).add;
      },
      create: (fieldName, { register: path, value }, text) => {
        const def = catalogue.register(path);
        if (!def) return;
        if (isSmall(def)) return setRequest({ campo: fieldName, def, text, byKey: value === def.key.field });
        const address = location.pathname + location.search;
        leaveDraft(sessionStorage, draftOwner()?.cipher ?? null, address, { values, campo: fieldName });
        release();
        navigate(newHref(def, { ritorno: address, ...(text && def.key.kind === 'natural' ? { [def.key.field]: text } : {}) }));
      },
    }),
    [catalogue, identity, values, release, navigate, onlySmall],
  );
  const dialog = request ? (
    <QuickCreate
      def={request.def}
      text={request.text}
      onClose={() => setRequest(null)}
      onCreated={(key, name) => {
        set(request.campo, request.byKey ? keyOf(request.def, key) : name);
        setRequest(null);
      }}
    />
  ) : null;
  return { creation, dialog };
}

/** Returns a key in its own type: a number assigned by the portal, else a text. */
const keyOf = (def: AnyRegister, key: string): string | number => (def.key.kind === 'sequence' ? Number(key) : key);
