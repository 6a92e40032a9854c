import { createContext, useContext, useEffect, type ReactNode } from 'react';
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
  /** The tab that holds a field: it opens for what must be mended there. */
  tabOf(fieldName: string): Id;
  children: ReactNode;
}

/** A form in tabs; which one is open stands in the address. The head shows the strip. */
export function FormTabs<Id extends string>({ label, items, tabOf, children }: FormTabsProps<Id>) {
  const { uncover } = useFormCursor();
  const [open, choose] = useAddressParam(
    'scheda',
    items.map(({ id }) => id),
  );
  useEffect(() => {
    uncover.current = (fieldName) => choose(tabOf(fieldName));
    return () => {
      uncover.current = null;
    };
  });
  return <TabsContext.Provider value={{ label, items, open, choose: (id) => choose(id as Id) }}>{children}</TabsContext.Provider>;
}

/** The open tab; `null` in a form without tabs. */
export const useOpenTab = (): string | null => useContext(TabsContext)?.open ?? null;

export function FormTabStrip() {
  const tabs = useContext(TabsContext);
  return tabs ? <Tabs label={tabs.label} items={tabs.items} value={tabs.open} onChange={tabs.choose} /> : null;
}

/** What one tab shows. It stays in place while another is seen: what stands half written in it is not lost. */
export function FormTab({ id, children }: { id: string; children: ReactNode }) {
  return (
    <TabPanel id={id} className={useOpenTab() === id ? '' : 'hidden'}>
      {children}
    </TabPanel>
  );
}
