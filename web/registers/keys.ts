type Query = Readonly<Record<string, unknown>>;

/** Query keys of a register's data, built in one place, so that a write can invalidate all of them. */
export const registerKeys = {
  /** Prefix of all keys of one register. */
  all: (path: string) => ['registro', path] as const,
  list: (path: string, query: object) => ['registro', path, 'elenco', query] as const,
  one: (path: string, key: string) => ['registro', path, 'uno', key] as const,
  options: (path: string, query: Query) => ['registro', path, 'scelte', query] as const,
  history: (path: string, key: string, kinds: readonly string[] | null = null) => ['storico', path, key, 'eventi', kinds] as const,
  state: (path: string, key: string, version: number) => ['storico', path, key, 'stato', version] as const,
  references: (path: string, key: string) => ['riferimenti', path, key] as const,
  trail: (query: Query) => ['storico', 'registro', query] as const,
};
