import { useLocation, useSearch } from 'wouter';

/** Keeps a choice in a query parameter of the address. The default, `allowed[0]`, is left out of the address. */
export function useAddressParam<V extends string>(name: string, allowed: readonly V[]): [V, (value: V) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const first = allowed[0]!;
  const given = new URLSearchParams(search).get(name);
  const value = allowed.find((one) => one === given) ?? first;
  const choose = (next: V) => {
    const params = new URLSearchParams(location.search);
    if (next === first) params.delete(name);
    else params.set(name, next);
    const text = params.toString();
    navigate(text ? `${path}?${text}` : path, { replace: true });
  };
  return [value, choose];
}
