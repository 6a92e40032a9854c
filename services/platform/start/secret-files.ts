import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that may be set by a file named in `NAME_FILE`, since more people can read the environment of a process than its files. */
const IN_FILES = ['SEGRETO', 'SEGRETO_PRIMA', 'DATABASE_URL', 'DATABASE_URL_PROPRIETARIO', 'REDIS_URL', 'SMTP_URL'] as const;

/** Returns the environment with the contents of these files. Throws one error that lists every invalid variable. */
export function withFiles(env: Environment): Environment {
  const problems: string[] = [];
  const entries = IN_FILES.flatMap((name) => {
    try {
      const text = secretFrom(env, name);
      return text === null ? [] : [[name, text] as const];
    } catch (error) {
      problems.push((error as Error).message);
      return [];
    }
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { ...env, ...Object.fromEntries(entries) };
}

/**
 * Returns a secret from its variable or its file, without the file's final line break; `null` if neither is set. Throws if both are set, or
 * if the file is unreadable or empty.
 */
export function secretFrom(env: Environment, name: string): string | null {
  const [value, path] = [env[name], env[`${name}_FILE`]];
  if (value && path) throw new Error(`Only one of ${name} and ${name}_FILE may be given`);
  if (value) return value;
  if (!path) return null;
  const text = textOf(path, `${name}_FILE`).replace(/\r?\n$/, '');
  if (text === '') throw new Error(`${name}_FILE: ${path} is empty`);
  return text;
}

function textOf(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${name}: ${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`, { cause: error });
  }
}
