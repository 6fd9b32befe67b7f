import { type ButtonHTMLAttributes, forwardRef } from 'react';
import { Icon } from './icon.tsx';

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: string;
  /** The accessible name, and the tooltip unless `tip` says more. */
  label: string;
  tip?: string;
  iconSize?: number;
}

/** A button that is only a picture; its name shows as a tooltip on hover and on keyboard focus. */
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
