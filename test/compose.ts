import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export const COMPOSE_FILE = join(import.meta.dirname, '..', 'docker-compose.yml');
export const MAKE_SECRETS = join(COMPOSE_FILE, '../deploy/make-secrets.sh');

export interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  depends_on?: Record<string, { condition: string; required?: boolean }>;
  profiles?: string[];
  user?: string;
  read_only?: boolean;
  secrets?: string[];
  entrypoint?: string[];
}
export interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean } | null>;
}

export const readCompose = (): Compose => parse(readFileSync(COMPOSE_FILE, 'utf8'), { merge: true }) as Compose;

export interface ComposeSettings {
  /** Values of the variables that the firm sets. */
  chosen?: Readonly<Record<string, string>>;
  /** Folder of the secrets. */
  secrets: string;
}

/**
 * Returns a value as Compose gives it to a service: variables from `chosen`, otherwise their defaults; secrets by their path on this
 * machine. Throws for a required variable that is not chosen.
 */
export const valueOf = (value: string, { chosen = {}, secrets }: ComposeSettings): string =>
  value
    .replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, text: string) => {
      const found = chosen[name];
      if (found === undefined && kind === '?') throw new Error(`${name}: ${text}`);
      return found ?? text;
    })
    .replace(/^\/run\/secrets\//, `${secrets}/`);

export const environmentOf = ({ environment = {} }: Service, given: ComposeSettings): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, valueOf(value, given)]));
