import { Copy, History, MessageSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIdentity } from '#web/lib/session.ts';
import { Badge } from '#web/ui/feedback/Badge.tsx';
import { PageHead, type PageAction } from '#web/ui/page/PageHead.tsx';
import { useCommentCount } from '../comments/use-comment-count.ts';
import { copyHref } from './copy.ts';
import { useFormActions, useFormComments, useFormHistory, useFormRights, useOpenRecord } from './form-context.ts';
import { FormTabStrip, useOpenTab } from './FormTabs.tsx';
import { OpenBy, SavedByOthers } from '../news/FormNews.tsx';
import { useSteps } from './use-steps.ts';

interface FormHeadProps {
  /** Title of the page; default: that of the form. */
  title?: string;
  subtitle?: ReactNode;
  /** Badges beside the title; default: the key, if people choose it. */
  badges?: ReactNode;
  /** The screen's own buttons, before STORICO. */
  actions?: readonly PageAction[];
  /** False hides COPIA: a new record of this register is made on another screen. */
  copies?: boolean;
}

/** Shows the title, buttons and tabs of a form. */
export function FormHead({ title, subtitle, badges, actions = [], copies = true }: FormHeadProps) {
  const { def, id, name } = useOpenRecord();
  const { dirty, ready, blocked, saving, deleting, submit, remove, close } = useFormActions();
  const buttons = useFormRights();
  const identity = useIdentity();
  const history = useFormHistory();
  const comments = useFormComments();
  const commentCount = useCommentCount(def, def.parent ? null : id);
  const tabs = useOpenTab() !== null;
  const steps = useSteps(def, id);
  const exists = id !== null;
  const present = history.past === null;
  const copy = exists && present && copies ? copyHref(identity, def, id) : null;
  const storico: PageAction = { label: 'STORICO', icon: History, pressed: history.open, onClick: history.toggle, keep: true };
  // absent for a child, whose notices lead to its parent, and where the person may not see the record by its register
  const commenti: PageAction[] =
    commentCount === null && !comments.open
      ? []
      : [
          {
            label: 'COMMENTI',
            icon: MessageSquare,
            count: commentCount ?? 0,
            iconOnly: true,
            keep: true,
            pressed: comments.open,
            onClick: comments.toggle,
          },
        ];
  return (
    <PageHead
      title={title ?? def.form.title}
      subtitle={subtitle ?? (exists && def.key.kind === 'sequence' ? name : undefined)}
      badges={
        <>
          {badges ?? (exists && def.key.kind === 'natural' ? <Badge>{id}</Badge> : null)}
          <OpenBy />
        </>
      }
      onClose={close}
      steps={steps}
      actions={
        exists
          ? [...actions, ...(copy === null ? [] : [{ label: 'COPIA', icon: Copy, href: copy, tucked: true }]), ...commenti, storico]
          : actions
      }
      danger={exists && present && buttons.remove ? { label: 'ELIMINA', loading: deleting, onClick: remove } : undefined}
      note={buttons.save ? ((present ? blocked : null) ?? (dirty > 0 ? 'Modifiche non salvate' : undefined)) : undefined}
      primary={
        present && buttons.save
          ? { label: 'SALVA', title: 'Ctrl+S', loading: saving, disabled: !ready, onClick: () => void submit() }
          : undefined
      }
    >
      {present ? <SavedByOthers /> : null}
      {/* hidden, not removed, while an older version is shown, so that the layout does not move */}
      {tabs ? (
        <div className={present ? undefined : 'invisible'}>
          <FormTabStrip />
        </div>
      ) : null}
    </PageHead>
  );
}
