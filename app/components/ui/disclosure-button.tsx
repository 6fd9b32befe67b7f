import type { ReactNode } from 'react';

export interface DisclosureButtonProps {
  className: string;
  isOpen: boolean;
  /** The id of the region that it opens, which is only drawn while it is open. */
  regionId: string;
  onToggle(): void;
  children: ReactNode;
}

/** A button that opens and closes a region, and says so to assistive technology. */
export function DisclosureButton({ className, isOpen, regionId, onToggle, children }: DisclosureButtonProps) {
  return (
    <button
      type="button"
      className={`${className} focus-inset`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? regionId : undefined}
      onClick={onToggle}
    >
      {children}
    </button>
  );
}
