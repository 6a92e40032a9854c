import { useEffect, useMemo, useRef } from 'react';
import type { AnyRegister, Values } from '#contracts/core/define-register.ts';
import { readDeviceDraft, removeDeviceDraft, writeDeviceDraft } from '#web/lib/device-drafts.ts';
import type { Attempts } from '#web/lib/idempotency.ts';
import { isStored, useIdentity } from '#web/lib/session.ts';
import { ownDrafts, useDraftOwner } from './draft-owner.ts';
import { createDraftKeeper, type DraftKeeper, type DraftSource } from './draft-keeper.ts';
import { attemptsOf, draftOf, withDraft } from './form-draft.ts';
import type { RegisterFormState } from './use-register-form.ts';

/**
 * Returns the name of a record's draft. A new record's name contains its initial values, so that one machine's draft is not offered for
 * another.
 */
export function draftName(def: AnyRegister, id: string | null, start: Values | string = ''): string {
  if (id !== null) return `${def.path}/${id}`;
  const parameters =
    typeof start === 'string'
      ? new URLSearchParams(start)
      : new URLSearchParams(Object.entries(start).map(([name, value]) => [name, String(value)]));
  const own = [...parameters].filter(([name]) => name in def.fields || name === def.key.field);
  return `${def.path}/nuovo?${new URLSearchParams(own).toString()}`;
}

/** Keeps the drafts of a form on the device for the signed-in person. `name` is `null` if nothing can be saved. */
export function useDraftKeeper(name: string | null): DraftKeeper {
  const { memberID } = useIdentity();
  const owner = useDraftOwner();
  const keeper = useMemo(() => {
    const readOwnDrafts = () => (name === null ? null : ownDrafts(memberID));
    return createDraftKeeper({
      read: () => {
        const own = readOwnDrafts();
        return own && readDeviceDraft(localStorage, own, name ?? '');
      },
      // a person who has signed out in another tab must leave no draft behind
      write: (draft) => {
        const own = isStored(memberID) ? readOwnDrafts() : null;
        if (own) writeDeviceDraft(localStorage, own, name ?? '', draft);
      },
      remove: () => {
        const own = readOwnDrafts();
        if (own) removeDeviceDraft(localStorage, own, name ?? '');
      },
    });
  }, [memberID, name]);
  const previousOwner = useRef(owner);
  useEffect(() => {
    if (previousOwner.current !== owner && owner !== null) keeper.opened();
    previousOwner.current = owner;
  }, [keeper, owner]);
  useEffect(() => {
    const leave = () => keeper.writeAll();
    addEventListener('pagehide', leave);
    return () => {
      removeEventListener('pagehide', leave);
      keeper.flush();
    };
  }, [keeper]);
  return keeper;
}

/** Includes a part of the form in the draft. `input` is a value that changes with every input in that part. */
export function useDraftSource(keeper: DraftKeeper, name: string, source: DraftSource, input: unknown): void {
  const latest = useRef(source);
  latest.current = source;
  useEffect(() => keeper.attach(name, latest), [keeper, name]);
  const before = useRef(input);
  useEffect(() => {
    if (before.current !== input) keeper.changed();
    before.current = input;
  }, [keeper, input]);
}

/** Includes the form's fields in the draft. */
export function useFormDraft(keeper: DraftKeeper, def: AnyRegister, form: RegisterFormState, attempts: Attempts): void {
  useDraftSource(
    keeper,
    def.path,
    {
      take: (offered) => draftOf(def, form, attempts.unanswered(), offered),
      restore: (part) => {
        const next = withDraft(def, form, part);
        if (!next) return;
        attempts.adopt(attemptsOf(part));
        form.reset(next.record, next.values);
      },
    },
    form.values,
  );
}
