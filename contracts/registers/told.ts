import type { Chronicle } from '../core/chronicle.ts';
import type { AnyRegister } from '../core/define-register.ts';
import { contabilitaChronicle } from '../modules/contabilita/chronicle.ts';
import { register } from './index.ts';

/** What the history tells beside the registers' records. */
export const CHRONICLES: readonly Chronicle[] = [contabilitaChronicle];

export const chronicle = (table: string): Chronicle | undefined => CHRONICLES.find(({ path }) => path === table);

/** Whose labels and fields an entry of the history is told with: a register, or a chronicle. */
export const toldBy = (table: string): AnyRegister | Chronicle | undefined => register(table) ?? chronicle(table);
