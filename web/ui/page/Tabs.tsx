import clsx from 'clsx';
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { Count } from '../feedback/Badge.tsx';

export interface TabItem<Id extends string = string> {
  id: Id;
  label: string;
  count?: number | undefined;
  tone?: 'danger' | undefined;
}

interface TabsProps<Id extends string> {
  items: readonly TabItem<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  label?: string;
  className?: string;
}

/** Shows a strip of tabs. The tab with id `x` controls the element with id `panel-x` (see `TabPanel`). */
export function Tabs<Id extends string>({ items, value, onChange, label, className }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // on a phone the open tab may be outside the visible part of the strip
    const [strip, tab] = [list.current, list.current?.querySelector<HTMLElement>(`#tab-${value}`)];
    if (!strip || !tab || strip.scrollWidth <= strip.clientWidth) return;
    strip.scrollLeft = tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }, [value]);
  const fade = () => {
    const strip = list.current;
    if (strip) strip.dataset['goes'] = String(strip.scrollLeft + strip.clientWidth < strip.scrollWidth - 1);
  };
  useLayoutEffect(fade);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    // Alt and an arrow is a shortcut of the screen
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const at = items.findIndex((item) => item.id === value);
    const next = items[(at + step + items.length) % items.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div ref={list} className={clsx('tabs overflow-x-auto', className)} role="tablist" aria-label={label} onKeyDown={move} onScroll={fade}>
      {items.map((item) => (
        <button
          key={item.id}
          id={`tab-${item.id}`}
          type="button"
          role="tab"
          className={clsx('tab flex-none', item.id === value && 'is-on')}
          aria-selected={item.id === value}
          aria-controls={item.id === value ? `panel-${item.id}` : undefined}
          tabIndex={item.id === value ? 0 : -1}
          onClick={() => onChange(item.id)}
        >
          {item.label}
          {item.count === undefined ? null : <Count value={item.count} {...(item.tone ? { tone: item.tone } : {})} />}
        </button>
      ))}
    </div>
  );
}

export function TabPanel({ id, className, children }: { id: string; className?: string; children: React.ReactNode }) {
  return (
    <div role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} className={className}>
      {children}
    </div>
  );
}
