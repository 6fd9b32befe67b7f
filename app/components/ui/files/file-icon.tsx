import { fileIconOf } from './file-icon-of.ts';

interface FileIconProps {
  /** A path or a name. */
  path: string;
  /** In the colour of the text around it, where that says something. */
  isPlain?: boolean;
  /** Pixels. */
  size?: number;
}

/** The picture of a file's type. */
export function FileIcon({ path, isPlain = false, size = 14 }: FileIconProps) {
  const { icon, colour } = fileIconOf(path);
  const style = { width: size, height: size, ...(isPlain ? {} : { color: `var(--${colour})` }) };
  return <span aria-hidden="true" className={`icon ${icon}`} style={style} />;
}
