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

/** Opens the outbox of unsent calls; loads its code on first use. */
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
  /** Sends the screen's first request while its code is loading. */
  ask?(client: QueryClient): void;
}

/** Screens of a register. A list or detail not given here is built from the definition. */
interface RegisterScreens {
  def: AnyRegister;
  list?: Load;
  switches?: ListSwitches;
  detail?: Load;
  /** Menu entry of the list. Address and visibility follow from the definition. */
  menu?: MenuPlace & Pick<Entry, 'label' | 'soloAdmin'>;
  /** The register is shown inside other screens: it has no list or detail except those given here. */
  inside?: true;
}

/** Contribution of a folder of screens to the portal, named in one line of `index.ts`. */
export interface ScreenFolder {
  registers?: readonly RegisterScreens[];
  /** Screens other than a register's list and detail. */
  screens?: readonly Screen[];
  /** Menu entries other than those of registers. */
  menu?: readonly MenuEntry[];
  /** Entries of the profile's menu. */
  profile?: readonly ProfileEntry[];
  /** Loads the printed forms of the folder's records, on first use. */
  prints?: () => Promise<{ prints: Prints }>;
  /** Loads the folder's definition of data kept on the device. */
  offline?: () => Promise<{ offline: OfflineModule }>;
  /** Access checks by address prefix. */
  reserved?: Readonly<Record<string, (who: Identity) => boolean>>;
}
