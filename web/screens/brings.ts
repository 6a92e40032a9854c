import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AnyRegister } from '#contracts/core/define-register.ts';
import type { Identity } from '#contracts/core/permissions.ts';
import type { OfflineModule } from '#web/offline/module.ts';
import type { OpenOutbox } from '#web/offline/outbox/index.ts';
import type { ListSwitches } from '#web/registers/list/list-ask.ts';
import type { Entry, MenuEntry, MenuPlace } from '#web/shell/menu.ts';
import type { ProfileEntry } from '#web/shell/navigation.ts';
import type { Prints } from './prints.ts';

/** Loads the printed forms of all folders. */
export type LoadPrints = () => Promise<Prints>;

/** Opens what waits on the device, on first use. */
export type LoadOutbox = () => Promise<OpenOutbox>;

/** Loaders that the portal hands to the screens. */
export interface LoadTools {
  prints: LoadPrints;
  outbox: LoadOutbox;
}

export type Load = (tools: LoadTools) => Promise<{ default: ComponentType }>;

export interface Screen {
  /** Route pattern. */
  path: string;
  load: Load;
  /** Asks for what the screen shows first, beside its code and not after it. */
  ask?(client: QueryClient): void;
}

/** Screens of a register. A list or detail not given here is built from the definition. */
interface RegisterScreens {
  def: AnyRegister;
  list?: Load;
  switches?: ListSwitches;
  detail?: Load;
  /** The entry of its list; its address and who sees it come from the definition. */
  menu?: MenuPlace & Pick<Entry, 'label' | 'soloAdmin'>;
  /** It is seen inside other screens: it has no list or detail but those given here. */
  inside?: true;
}

/** All that a folder of screens brings to the portal; it is named in one line of `index.ts`. */
export interface Brings {
  registers?: readonly RegisterScreens[];
  /** Screens of no register, or beside it. */
  screens?: readonly Screen[];
  /** Entries of no register. */
  menu?: readonly MenuEntry[];
  /** Entries of the profile's menu. */
  profile?: readonly ProfileEntry[];
  /** Loads the printed forms of its records, when the first is printed. */
  prints?: () => Promise<{ prints: Prints }>;
  /** Loads what it keeps on the device. */
  offline?: () => Promise<{ offline: OfflineModule }>;
  /** Checks of who may open addresses that begin with a prefix, by prefix. */
  reserved?: Readonly<Record<string, (who: Identity) => boolean>>;
}
