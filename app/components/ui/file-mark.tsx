import './file-mark.css';

interface FileMarkProps {
  letter: string;
  /** A class that sets its colour. */
  className: string;
}

/** The letter for a file's change, invisible to screen readers, for which there is text next to it. */
export function FileMark({ letter, className }: FileMarkProps) {
  return <span data-mark={letter} className={`file-mark ${className}`} />;
}
