import { md5 } from 'js-md5';
import { useState } from 'react';
import type { WrongField } from '#contracts/core/errors.ts';
import { passwordProblem } from '#contracts/modules/password-rules.ts';

export interface PasswordState {
  /** The password is the person's own, so the present one is required. */
  isOwn: boolean;
  present: string;
  fresh: string;
  setPresent(text: string): void;
  setFresh(text: string): void;
  errors: { present?: string | undefined; fresh?: string | undefined };
  hasInput: boolean;
  /** Returns the values to send: digests, never the password itself. */
  body(): Record<string, string>;
  /** Returns the first field that prevents the save and shows its message. */
  firstWrong(options: { required: boolean }): string | undefined;
  refuse(errors: readonly WrongField[]): void;
  clear(): void;
}

/** Manages the fields of a new password; `names` (of its owner and the firm) may not occur in it. */
export function usePassword({ isOwn, names }: { isOwn: boolean; names: readonly (string | null | undefined)[] }): PasswordState {
  const [present, setPresent] = useState('');
  const [fresh, setFresh] = useState('');
  const [errors, setErrors] = useState<PasswordState['errors']>({});
  return {
    isOwn,
    present,
    fresh,
    errors,
    hasInput: fresh !== '' || present !== '',
    setPresent: (text) => {
      setPresent(text);
      setErrors((now) => ({ ...now, present: undefined }));
    },
    setFresh: (text) => {
      setFresh(text);
      setErrors((now) => ({ ...now, fresh: undefined }));
    },
    body: (): Record<string, string> => (fresh === '' ? {} : { passMD5: md5(fresh), ...(isOwn ? { passMD5Attuale: md5(present) } : {}) }),
    firstWrong({ required }) {
      const problem =
        fresh === ''
          ? null
          : passwordProblem(
              fresh,
              names.filter((name) => typeof name === 'string'),
            );
      const wrong = {
        ...((required || present !== '') && fresh === '' ? { fresh: required ? 'Manca la password' : 'Scrivi la nuova password' } : {}),
        ...(problem === null ? {} : { fresh: problem }),
        ...(isOwn && fresh !== '' && present === '' ? { present: 'Scrivi la tua password attuale' } : {}),
      };
      setErrors(wrong);
      return 'present' in wrong ? 'passMD5Attuale' : 'fresh' in wrong ? 'passMD5' : undefined;
    },
    refuse: (list) =>
      setErrors({
        present: list.find(({ campo }) => campo.endsWith('passMD5Attuale'))?.messaggio,
        fresh: list.find(({ campo }) => campo.endsWith('passMD5'))?.messaggio,
      }),
    clear() {
      setPresent('');
      setFresh('');
      setErrors({});
    },
  };
}
