import clsx from 'clsx';
import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { usePhone } from '#web/lib/use-media.ts';
import { SnackItem } from './SnackItem.tsx';
import { addSnack, newest, type Snack, type SnackAction, type SnackContent } from './snackbar-store.ts';

interface Extra {
  detail?: string | undefined;
  action?: SnackAction | undefined;
}

export interface Snackbar {
  success(text?: string, extra?: Extra): number;
  /** Shows an error, which stays until dismissed. */
  error(text: string, extra?: Extra): number;
  warn(text: string, extra?: Extra): number;
  info(text: string, extra?: Extra): number;
  /** Shows a progress message, which stays until `update` replaces or `dismiss` removes it. */
  progress(text: string, value: number, extra?: Extra): number;
  update(id: number, content: SnackContent): void;
  dismiss(id: number): void;
}

const SnackbarContext = createContext<Snackbar | null>(null);

export function useSnackbar(): Snackbar {
  const snackbar = useContext(SnackbarContext);
  if (!snackbar) throw new Error('useSnackbar needs a SnackbarProvider');
  return snackbar;
}

export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [list, setList] = useState<Snack[]>([]);
  const last = useRef(0);
  const phone = usePhone();
  const onPhone = useRef(phone);
  onPhone.current = phone;
  const shown = phone ? newest(list) : list;
  const region = useRef<HTMLDivElement>(null);
  useBarHeight(region, phone);
  const dismiss = useCallback((id: number) => setList((old) => old.filter((snack) => snack.id !== id)), []);
  const snackbar = useMemo<Snackbar>(() => {
    const show = (content: SnackContent) => {
      const id = (last.current += 1);
      setList((old) => addSnack(old, { ...content, id }, onPhone.current));
      return id;
    };
    return {
      success: (text = 'Salvataggio Effettuato correttamente', extra) => show({ kind: 'success', text, ...extra }),
      error: (text, extra) => show({ kind: 'error', text, ...extra }),
      warn: (text, extra) => show({ kind: 'warn', text, ...extra }),
      info: (text, extra) => show({ kind: 'info', text, ...extra }),
      progress: (text, value, extra) => show({ kind: 'progress', text, value, ...extra }),
      update: (id, content) => setList((old) => old.map((snack) => (snack.id === id ? { ...content, id } : snack))),
      dismiss,
    };
  }, [dismiss]);
  return (
    <SnackbarContext.Provider value={snackbar}>
      {children}
      {/* rendered outside the app's root: a dialog does not make the messages inert, and a press on them does not close it */}
      {createPortal(
        <div
          ref={region}
          className={clsx('pointer-events-none fixed z-snackbar grid gap-2', phone ? 'snacks-phone' : 'snacks')}
          role="region"
          aria-label="Avvisi"
        >
          {shown.map((snack) => (
            <SnackItem key={snack.id} snack={snack} phone={phone} onClose={dismiss} />
          ))}
        </div>,
        document.getElementById('avvisi') ?? document.body,
      )}
    </SnackbarContext.Provider>
  );
}

/** Distance in px from the upper edge of the bar to the messages, and from the messages to its lower edge. */
const MARGIN = 4;

/** Publishes the height that the messages need in the top bar as `--snacks`: the bar grows with them, so that they cover nothing below it. */
function useBarHeight(region: RefObject<HTMLElement>, phone: boolean): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (!element || phone) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight;
      style.setProperty('--snacks', `${height > 0 ? height + 2 * MARGIN : 0}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--snacks');
    };
  }, [region, phone]);
}
