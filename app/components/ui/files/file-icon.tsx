import { fileIconOf } from './file-icon-of.ts';

interface FileIconProps {
  /** A path or a name. */
  path: string;
  /** Uses the colour of the surrounding text, if that has a meaning. */
  isPlain?: boolean;
  /** In pixels. */
  size?: number;
}

/** The icon of a file's type. */
export function FileIcon({ path, isPlain = false, size = 14 }: FileIconProps) {
  const { icon, colour } = fileIconOf(path);
  const style = { width: size, height: size, ...(isPlain ? {} : { color: `var(--${colour})` }) };
  return <span aria-hidden="true" className={`icon ${icon}`} style={style} />;
}
