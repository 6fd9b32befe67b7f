interface IconProps {
  /** A lucide icon as UnoCSS class, such as `i-lucide-zap`. Written out in full, because UnoCSS finds the class by reading the source. */
  name: string;
  /** In pixels. */
  size?: number;
  className?: string;
}

/** A decorative icon: the element around it must have an accessible name. */
export function Icon({ name, size = 14, className = '' }: IconProps) {
  return <span aria-hidden="true" className={`icon ${name} ${className}`} style={{ width: size, height: size }} />;
}
