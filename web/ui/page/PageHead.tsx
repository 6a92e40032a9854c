import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'wouter';
import { cameFrom } from '#web/lib/arrival.ts';
import { useShortcuts, type Shortcut } from '#web/lib/shortcuts.ts';
import { useNarrow, usePhone } from '#web/lib/use-media.ts';
import { Count } from '../feedback/Badge.tsx';
import { Button } from '../feedback/Button.tsx';
import { IconButton } from '../feedback/IconButton.tsx';
import { useAnyUnsaved } from '../overlays/unsaved.tsx';
import { ActionButton, MoreMenu, type PageAction } from './page-actions.tsx';
import { Steps, type PageSteps } from './Steps.tsx';
import { useTopBarSlot } from './top-bar-slot.ts';

export type { PageAction } from './page-actions.tsx';

export interface PageHeadProps {
  title: string;
  /** Number of rows, shown beside a list's title. */
  count?: number | string | undefined;
  /** Description after an identifier: "Casagrande C7 XP-2". */
  subtitle?: ReactNode;
  badges?: ReactNode;
  /** Shows the close button; on a phone, CHIUDI in the bottom bar. Escape closes too, unless there are unsaved changes. */
  onClose?: (() => void) | undefined;
  actions?: readonly PageAction[];
  /** ELIMINA. */
  danger?: PageAction | undefined;
  /** Text beside the primary button: "Modifiche non salvate", or why the button is disabled. */
  note?: string | undefined;
  /** SALVA or AGGIUNGI: the only primary button of a screen. */
  primary?: PageAction | undefined;
  /** Controls that the whole page depends on (a period), at the right; on a phone under the title. */
  controls?: ReactNode;
  /** Place of a record in its list, with the ways to the records before and after. */
  steps?: PageSteps | undefined;
  /** Tabs that stay visible with the head while the page scrolls. */
  children?: ReactNode;
}

/** Shows title and actions in one line that stays under the top bar while the page scrolls. */
export function PageHead(props: PageHeadProps) {
  const { title, count, subtitle, badges, onClose, steps, children } = props;
  const phone = usePhone();
  const slot = useTopBarSlot(phone && !onClose);
  useEffect(() => {
    document.title = `${title} · Strato`;
    return () => {
      document.title = 'Strato';
    };
  }, [title]);
  const unsaved = useAnyUnsaved();
  const [, navigate] = useLocation();
  useShortcuts([
    ...[props.primary, ...(props.actions ?? []), props.danger].map((action) => action && asShortcut(action, navigate)),
    onClose && { keys: ['Escape'], label: 'CHIUDI', offered: false, run: () => (unsaved() ? false : onClose()) },
    onClose && { keys: ['Alt+ArrowLeft'], label: 'CHIUDI', run: onClose },
    steps?.previous && { keys: ['Alt+ArrowUp', '['], label: 'Record precedente', run: steps.previous },
    steps?.next && { keys: ['Alt+ArrowDown', ']'], label: 'Record successivo', run: steps.next },
  ]);
  const titleRef = useRef<HTMLHeadingElement>(null);
  const position = slot ? 'bar' : 'page';
  useEffect(() => {
    // a new screen is announced by its title, unless one of its fields or rows already has the focus
    const [active, main] = [document.activeElement, titleRef.current?.closest('main')];
    if (cameFrom() !== undefined && !(active !== document.body && main?.contains(active))) titleRef.current?.focus({ preventScroll: true });
  }, [position]);
  const tabs = Boolean(children);
  useEffect(() => {
    // height of top bar, head, tabs and a gap: elements that stay visible beside the page begin there
    document.documentElement.style.setProperty('--under-head', `calc(var(--bar) + ${tabs ? 112 : 72}px)`);
  }, [tabs]);
  const heading = (
    <h1 ref={titleRef} tabIndex={-1} className="page-title num outline-none flex min-w-0 items-center gap-2.5">
      <span className="truncate">{title}</span>
      {count === undefined ? null : <Count value={count} />}
    </h1>
  );
  if (slot) {
    return (
      <>
        {createPortal(
          <>
            {heading}
            <span className="ml-auto flex items-center gap-1 pr-1">
              <ListPhoneActions {...props} />
            </span>
          </>,
          slot,
        )}
        {props.controls ? <div className="pt-4">{props.controls}</div> : null}
        {children ? <div className="sticky top-14 z-[12] -mx-4 bg-canvas px-4">{children}</div> : null}
      </>
    );
  }
  return (
    <div className="sticky top-bar z-[12] -mx-4 bg-canvas px-4 print:static max-md:top-14">
      <div className="page-head">
        <div className="flex min-w-0 items-center gap-3">
          {onClose ? <IconButton icon={X} label="Chiudi" className="-ml-1.5" onClick={onClose} /> : null}
          {heading}
          {subtitle ? <span className="truncate text-read text-ink-2 max-md:hidden">{subtitle}</span> : null}
          {/* the badges shrink before the title, because a key must not be cut */}
          {badges ? <div className="flex min-w-0 shrink-[1000] items-center gap-3">{badges}</div> : null}
        </div>
        {phone ? (
          <MoreMenu phone actions={props.actions ?? []} danger={props.danger} />
        ) : (
          <div className="flex flex-none items-center gap-3">
            {steps ? <Steps steps={steps} /> : null}
            {props.controls ?? <DesktopActions {...props} />}
          </div>
        )}
      </div>
      {phone && steps ? (
        <div className="-mt-2 flex items-center justify-between gap-2">
          <p className="min-w-0 truncate text-read text-ink-2">{subtitle}</p>
          <Steps steps={steps} phone />
        </div>
      ) : subtitle ? (
        <p className="-mt-2 truncate pb-2 text-read text-ink-2 md:hidden">{subtitle}</p>
      ) : null}
      {children}
      {phone && (onClose || props.primary) ? <PhoneActions onClose={onClose} primary={props.primary} note={props.note} /> : null}
    </div>
  );
}

/** Returns what a button of the head does, for its keys and for the palette. */
function asShortcut({ label, keys, href, onClick, disabled, loading }: PageAction, navigate: (to: string) => void): Shortcut | null {
  if (disabled || loading || !(href ?? onClick)) return null;
  return { label, ...(keys ? { keys } : {}), run: () => (href === undefined ? onClick?.() : navigate(href)) };
}

function DesktopActions({ actions = [], danger, note, primary }: PageHeadProps) {
  const noteId = useId();
  const narrow = useNarrow();
  const lists = actions.every((action) => action.look === 'secondary');
  const shown = actions.filter((action) => !action.tucked && (!narrow || action.keep || lists));
  const hidden = actions.filter((action) => !shown.includes(action));
  return (
    <div className={`flex items-center print:hidden ${lists ? 'gap-2' : 'gap-1'}`}>
      {hidden.length > 0 ? <MoreMenu actions={hidden} /> : null}
      {shown.map((action) => (
        <ActionButton key={action.label} action={action} variant={action.look ?? 'ghost'} />
      ))}
      {!lists && (danger || primary) ? <span className="mx-2 h-5 w-px bg-line" aria-hidden="true" /> : null}
      {note ? (
        <span id={noteId} className="mr-1 hidden max-w-80 truncate text-label text-ink-3 wide:inline" title={note} role="status">
          {note}
        </span>
      ) : null}
      {danger ? <ActionButton action={danger} variant="danger-ghost" /> : null}
      {primary ? <ActionButton action={primary} variant="primary" describedBy={note ? noteId : undefined} /> : null}
    </div>
  );
}

/** Actions of a list on a phone: the primary one is a square button with an icon. */
function ListPhoneActions({ actions = [], danger, primary }: PageHeadProps) {
  return (
    <>
      <MoreMenu phone actions={actions} danger={danger} />
      {primary?.icon && !primary.href ? (
        <Button
          variant="primary"
          icon={primary.icon}
          className="btn-icon !h-11 !w-11"
          aria-label={primary.label}
          disabled={primary.disabled}
          loading={primary.loading}
          onClick={primary.onClick}
        />
      ) : primary ? (
        <ActionButton
          action={primary}
          variant="primary"
          className={primary.icon ? '!h-11 !w-11 overflow-hidden !px-3 [&>svg]:flex-none justify-start gap-8' : '!h-11'}
        />
      ) : null}
    </>
  );
}

/** Actions in the bar at the bottom of a phone, within reach of the thumbs. */
function PhoneActions({ onClose, primary, note }: Pick<PageHeadProps, 'onClose' | 'primary' | 'note'>) {
  const noteId = useId();
  return (
    <div className="tel-actions print:hidden">
      {onClose ? (
        <Button size="lg" className="flex-1" onClick={onClose}>
          CHIUDI
        </Button>
      ) : null}
      {note && primary ? (
        <span id={noteId} className="sr-only">
          {note}
        </span>
      ) : null}
      {primary ? (
        <ActionButton action={primary} variant="primary" size="lg" className="flex-1" describedBy={note ? noteId : undefined} />
      ) : null}
    </div>
  );
}
