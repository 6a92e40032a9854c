import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/feedback/Button.tsx';
import { Field } from '#web/ui/inputs/Field.tsx';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import type { PasswordState } from './use-password.ts';

interface PasswordFieldsProps {
  password: PasswordState;
  /** A password is required, as for a new user. */
  required?: boolean;
  disabled?: boolean;
  /** Label of the field of the present password. */
  presentLabel?: string;
  /** Hint under the new password. */
  hint?: string;
}

/** Fields for a new password, typed once and made visible on demand; a change of one's own also needs the present password. */
export function PasswordFields({
  password,
  required = false,
  disabled = false,
  presentLabel = 'Password attuale',
  hint,
}: PasswordFieldsProps) {
  const [visible, setVisible] = useState(false);
  const type = visible ? 'text' : 'password';
  const eye = (
    <Button
      variant="ghost"
      className="btn-icon"
      icon={visible ? EyeOff : Eye}
      disabled={disabled}
      aria-label={visible ? 'Nascondi password' : 'Mostra password'}
      onClick={() => setVisible(!visible)}
    />
  );
  return (
    <>
      {password.isOwn ? (
        <Field name="passMD5Attuale" label={presentLabel} error={password.errors.present}>
          <TextInput
            type={type}
            autoComplete="current-password"
            value={password.present}
            onChange={password.setPresent}
            disabled={disabled}
          />
        </Field>
      ) : null}
      <Field
        name="passMD5"
        label={password.isOwn ? 'Nuova password' : 'Password'}
        required={required}
        error={password.errors.fresh}
        hint={hint}
      >
        <TextInput
          type={type}
          autoComplete="new-password"
          value={password.fresh}
          onChange={password.setFresh}
          disabled={disabled}
          boxClass="!pr-1"
          end={eye}
        />
      </Field>
    </>
  );
}
