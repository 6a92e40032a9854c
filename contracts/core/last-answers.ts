const KEPT = 100;

/**
 * A pure function that remembers its last hundred answers, by the text it was asked. Who asks again gets the
 * same object: it is frozen through and through.
 */
export function lastAnswers<T extends object>(answer: (text: string) => T): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known) return known;
    const fresh = frozen(answer(text));
    if (answers.size >= KEPT) answers.delete(answers.keys().next().value!);
    answers.set(text, fresh);
    return fresh;
  };
}

function frozen<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) frozen(inner);
  return Object.freeze(value);
}
