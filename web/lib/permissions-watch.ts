/** Every answer names the permissions it was given under: another name than the last means that they changed. */
export function watchPermissions(changed: () => void): (tag: string | null) => void {
  let last: string | null = null;
  return (tag) => {
    if (tag === null || tag === last) return;
    const first = last === null;
    last = tag;
    if (!first) changed();
  };
}
