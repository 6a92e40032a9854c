import { useLocation, useSearch } from 'wouter';

/** Keeps a choice in a query parameter of the address. The default, `values[0]`, is left out of the address. */
export function useAddressParam<V extends string>(name: string, values: readonly V[]): [V, (value: V) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const first = values[0]!;
  const parameter = new URLSearchParams(search).get(name);
  const value = values.find((one) => one === parameter) ?? first;
  const choose = (next: V) => {
    const params = new URLSearchParams(location.search);
    if (next === first) params.delete(name);
    else params.set(name, next);
    const text = params.toString();
    navigate(text ? `${path}?${text}` : path, { replace: true });
  };
  return [value, choose];
}
