import clsx from 'clsx';
import type { LucideIcon } from 'lucide-react';
import { forwardRef, type ComponentProps, type ReactNode } from 'react';
import { Link } from 'wouter';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-ghost' | 'text';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface Look {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: LucideIcon | undefined;
  /** Shows the label in sentence case, for buttons that the specification does not write in capitals. */
  plain?: boolean | undefined;
}

// class names are written out, because Tailwind keeps only names that it finds in the source
const VARIANT: Record<ButtonVariant, string> = {
  primary: 'btn-primary',
  secondary: 'btn-secondary',
  ghost: 'btn-ghost',
  danger: 'btn-danger',
  'danger-ghost': 'btn-danger-ghost',
  text: 'btn-ghost btn-text',
};
const SIZE: Record<ButtonSize, string> = { sm: 'btn-sm', md: '', lg: 'btn-lg' };

export function buttonClass({ variant = 'secondary', size = 'md', plain }: Look, className?: string): string {
  return clsx('btn', VARIANT[variant], plain && 'btn-text', SIZE[size], className);
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /** The action is running: the button stays in place, keeps the focus and ignores clicks. */
  loading?: boolean | undefined;
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant, size, icon: Icon, plain, loading = false, className, children, onClick, type = 'button', ...rest },
  ref,
) {
  const spinning = useDelayed(loading, 300);
  return (
    <button
      {...rest}
      ref={ref}
      type={type}
      className={buttonClass({ variant, size, plain }, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || rest['aria-disabled'] || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {spinning ? <Spinner /> : Icon ? <Icon className="icon" aria-hidden /> : null}
      {children}
    </button>
  );
});

interface ButtonLinkProps extends Look {
  href: string;
  state?: unknown;
  className?: string | undefined;
  title?: string | undefined;
  children: ReactNode;
}

/** Renders a link styled as a button, which can be opened in a new tab. */
export function ButtonLink({ href, state, variant, size, icon: Icon, plain, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} href={href} state={state} className={buttonClass({ variant, size, plain }, className)}>
      {Icon ? <Icon className="icon" aria-hidden /> : null}
      {children}
    </Link>
  );
}
