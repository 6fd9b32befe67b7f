import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface FileButtonProps extends Omit<ButtonProps, 'onClick'> {
  /** The accessible name of the file field. */
  field: string;
  accept: string;
  onFile: (file: File) => void;
}

/** A button that asks for one file. */
export function FileButton({ field, accept, onFile, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...rest} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={field}
        className="visually-hidden"
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Allows the same file to be chosen again after it was fixed.
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </>
  );
}
