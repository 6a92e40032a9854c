import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import { remember as keep, readMemory } from '#web/lib/device-memory.ts';
import { useIdentity } from '#web/lib/session.ts';
import { useAddressParam } from '#web/lib/use-address-param.ts';
import { TabPanel, Tabs, type TabItem } from '#web/ui/page/Tabs.tsx';
import { useFormCursor } from './form-context.ts';

interface OpenTabs {
  label: string;
  items: readonly TabItem[];
  open: string;
  choose(id: string): void;
}

const TabsContext = createContext<OpenTabs | null>(null);

interface FormTabsProps<Id extends string> {
  label: string;
  items: readonly TabItem<Id>[];
  /** Returns the tab of a field; the tab opens when the field is wrong. */
  tabOf(fieldName: string): Id;
  /** Name under which the last open tab is remembered, for addresses that name none. */
  remember?: string;
  children: ReactNode;
}

/** Provides the tabs of a form; the address holds the open one. The head shows the tab strip. */
export function FormTabs<Id extends string>({ label, items, tabOf, remember, children }: FormTabsProps<Id>) {
  const { uncover } = useFormCursor();
  const [open, show] = useAddressParam(
    'scheda',
    items.map(({ id }) => id),
  );
  const { memberID } = useIdentity();
  const key = remember && `strato.scheda.${remember}.${memberID}`;
  const arrived = useRef(false);
  useEffect(() => {
    if (!key) return;
    const last = arrived.current ? undefined : items.find(({ id }) => id === readMemory(key));
    arrived.current = true;
    if (last && last.id !== open && !new URLSearchParams(location.search).has('scheda')) show(last.id);
    else keep(key, open);
  });
  useEffect(() => {
    uncover.current = (fieldName) => show(tabOf(fieldName));
    return () => {
      uncover.current = null;
    };
  });
  return <TabsContext.Provider value={{ label, items, open, choose: (id) => show(id as Id) }}>{children}</TabsContext.Provider>;
}

/** Returns the id of the open tab; `null` in a form without tabs. */
export const useOpenTab = (): string | null => useContext(TabsContext)?.open ?? null;

export function FormTabStrip() {
  const tabs = useContext(TabsContext);
  return tabs ? <Tabs label={tabs.label} items={tabs.items} value={tabs.open} onChange={tabs.choose} /> : null;
}

/** Content of one tab. It stays mounted while another tab is shown, so that input is not lost. */
export function FormTab({ id, children }: { id: string; children: ReactNode }) {
  return (
    <TabPanel id={id} className={useOpenTab() === id ? '' : 'hidden'}>
      {children}
    </TabPanel>
  );
}
