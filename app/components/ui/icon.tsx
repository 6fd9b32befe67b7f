interface IconProps {
  /** A lucide icon as UnoCSS class, such as `i-lucide-zap`; written out in full, since the class is found by reading the source. */
  name: string;
  /** Pixels. */
  size?: number;
  className?: string;
}

/** A picture without a name of its own: whatever it is in must have one. */
export function Icon({ name, size = 14, className = '' }: IconProps) {
  return <span aria-hidden="true" className={`icon ${name} ${className}`} style={{ width: size, height: size }} />;
}
