import './file-mark.css';

interface FileMarkProps {
  letter: string;
  /** Its colour. */
  className: string;
}

/** The letter that says how a file has changed; who reads aloud gets the words beside it. */
export function FileMark({ letter, className }: FileMarkProps) {
  return <span data-mark={letter} className={`file-mark ${className}`} />;
}
