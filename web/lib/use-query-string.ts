import { useSearch } from 'wouter';

/** The query as it stands in the address: the router's own is decoded once already, and a value may hold `%`. */
export function useQueryString(): string {
  useSearch();
  return location.search;
}
