import { DomainError } from '#contracts/core/errors.ts';

type Fields = Readonly<Record<string, string>>;

export function requiredField(fields: Fields, name: string): string {
  const value = fields[name]?.trim();
  if (!value) throw wrongField(name, 'Campo obbligatorio');
  return value;
}

export function wrongField(field: string, message: string): DomainError {
  return new DomainError('RICHIESTA_NON_VALIDA', { errors: [{ campo: field, messaggio: message }] });
}
