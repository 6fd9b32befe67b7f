import { type ButtonHTMLAttributes, forwardRef } from 'react';
import { Icon } from './icon.tsx';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: string;
  /** The accessible name, also the tooltip unless `tip` is set. */
  label: string;
  tip?: string;
  iconSize?: number;
}

/** A button with only an icon; its name is shown as a tooltip on hover and on keyboard focus. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { icon, label, tip = label, iconSize = 16, className = '', ...rest },
  ref,
) {
  return (
    <button ref={ref} type="button" aria-label={label} data-tip={tip} {...rest} className={`icon-button ${className}`}>
      <Icon name={icon} size={iconSize} />
    </button>
  );
});
