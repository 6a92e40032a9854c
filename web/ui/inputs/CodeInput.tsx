import { TextInput } from './TextInput.tsx';

interface CodeInputProps {
  value: string;
  onChange: (value: string) => void;
  /** Gives the input the focus of its dialog. */
  focused?: boolean | undefined;
  boxClass?: string | undefined;
  className?: string | undefined;
}

/** Input of a code of the second factor. Text, not a number: recovery codes have letters. */
export function CodeInput({ focused = false, className = '', ...rest }: CodeInputProps) {
  return (
    <TextInput
      name="codice"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      className={`num tracking-widest ${className}`}
      {...(focused ? { 'data-autofocus': true, autoFocus: true } : {})}
      {...rest}
    />
  );
}
