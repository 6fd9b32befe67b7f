import { type ButtonHTMLAttributes, forwardRef } from 'react';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /**
   * `primary`: amber fill, the answer the agent waits for. `outline`: amber outline, the same without focus. `ink`: the user's own main
   * action. `secondary`, `ghost`: everything else. `danger`: Stop.
   */
  variant?: 'primary' | 'outline' | 'ink' | 'secondary' | 'ghost' | 'danger';
  /** Height in pixels; larger on touch widths. */
  size?: 28 | 24 | 20;
  icon?: string;
  isBusy?: boolean;
}

export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { variant = 'secondary', size = 28, icon, isBusy = false, className = '', children, ...rest },
  ref,
) {
  return (
    <button
      ref={ref}
      type="button"
      {...rest}
      aria-busy={isBusy || undefined}
      className={`button button-${variant} button-${size} ${className}`}
    >
      {isBusy ? <Spinner /> : icon !== undefined && <Icon name={icon} size={size === 20 ? 12 : 14} />}
      {children}
    </button>
  );
});
