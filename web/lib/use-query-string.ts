import { useSearch } from 'wouter';

/** Returns the query string of the address as encoded. The router's own is already decoded, which breaks values that contain `%`. */
export function useQueryString(): string {
  useSearch();
  return location.search;
}
