const MAX_ANSWERS = 100;

/**
 * Caches the last hundred results of a function by its text argument, which alone must decide the result. Callers share the same object, so
 * results are deeply frozen.
 */
export function memoizeLast<T extends object>(answer: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known) return known;
    const fresh = frozen(answer(text));
    if (answers.size >= MAX_ANSWERS) answers.delete(answers.keys().next().value!);
    answers.set(text, fresh);
    return fresh;
  };
}

function frozen<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) frozen(inner);
  return Object.freeze(value);
}
