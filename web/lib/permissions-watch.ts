/** Creates a function that takes the permissions tag of each response and calls `changed` when the tag differs from the previous one. */
export function watchPermissions(changed: () => void): (tag: string | null) => void {
  let last: string | null = null;
  return (tag) => {
    if (tag === null || tag === last) return;
    const first = last === null;
    last = tag;
    if (!first) changed();
  };
}
