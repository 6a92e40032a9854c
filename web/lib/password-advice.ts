import { atom } from 'jotai';
import { passwordProblem } from '#contracts/modules/password-rules.ts';
import type { WeakPassword } from '#contracts/core/weak-password.ts';
import { store } from './store.ts';

const WEAK: Record<WeakPassword, string> = {
  comune: 'È tra le password più usate, che si provano per prime',
  nome: 'È fatta di un nome che si indovina',
};

/**
 * Returns why a password that has just signed in should be changed; `null` if it keeps today's rules. `weak`: what the server found in its
 * digest; `undefined` for an account whose password is not judged.
 */
export function passwordFault(password: string, names: readonly string[], weak: WeakPassword | null | undefined): string | null {
  if (weak === undefined) return null;
  return weak === null ? passwordProblem(password, names) : WEAK[weak];
}

/** Why the person is asked to change the password of this sign-in; `null`: not asked, or already answered. */
export const passwordAdviceAtom = atom<string | null>(null);

export const advisePassword = (fault: string | null): void => store.set(passwordAdviceAtom, fault);
