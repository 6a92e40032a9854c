import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that a file may hold instead, named in `NAME_FILE`: the environment of a process is read by more people than its files are. */
const IN_FILES = ['SEGRETO', 'SEGRETO_PRIMA', 'DATABASE_URL', 'DATABASE_URL_PROPRIETARIO', 'REDIS_URL', 'SMTP_URL'] as const;

/** The environment with the content of those files. Throws one error that names every variable that is wrong. */
export function withFiles(env: Environment): Environment {
  const problems: string[] = [];
  const read = IN_FILES.flatMap((name) => {
    try {
      const text = secretFrom(env, name);
      return text === null ? [] : [[name, text] as const];
    } catch (error) {
      problems.push((error as Error).message);
      return [];
    }
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return { ...env, ...Object.fromEntries(read) };
}

/** A secret given by its variable or by a file, which may end with a line break; `null` where it is not given. */
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
