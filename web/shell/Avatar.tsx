import { iniziali } from '#web/lib/format.ts';

export function Avatar({ name, large = false }: { name: string; large?: boolean }) {
  return (
    <span aria-hidden="true" className={`grid flex-none place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink ${large ? 'h-8 w-8 text-label' : 'h-6 w-6 text-caption'}`}>
      {iniziali(name)}
    </span>
  );
}
