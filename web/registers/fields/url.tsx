import { ExternalLink, MapPin } from 'lucide-react';
import type { UrlField } from '#contracts/core/fields.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { asText, orNull, type FieldInputProps } from './types.ts';

export function UrlFieldInput({ field, value, onChange, disabled, readOnly }: FieldInputProps<UrlField>) {
  const address = asText(value);
  const opens = address !== null && /^https?:\/\/\S+$/.test(address);
  return (
    <TextInput
      type="url"
      inputMode="url"
      icon={MapPin}
      placeholder={disabled || readOnly ? '' : 'https://'}
      value={address}
      onChange={(text) => onChange(orNull(text.trim()))}
      disabled={disabled}
      readOnly={readOnly}
      boxClass="tel-input"
      end={
        opens ? (
          <a
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            className="grid h-6 w-6 flex-none place-items-center text-accent-ink"
            aria-label={`Apri ${field.label}`}
          >
            <ExternalLink className="icon-sm" aria-hidden />
          </a>
        ) : undefined
      }
    />
  );
}
