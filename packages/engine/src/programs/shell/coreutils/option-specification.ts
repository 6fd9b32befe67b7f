/** The options that a command takes. */
export interface OptionSpecification {
  /** Letters that take no value. */
  flags?: string;
  /** Letters that take a value (`-n 3`, `-n3`). */
  values?: string;
  /** Long names and their letters. */
  long?: Record<string, string>;
  /** Long options without a letter that take a value. */
  longValues?: readonly string[];
  /** Long options without a letter that may take a value (`--color`, `--color=auto`); the value defaults to ''. */
  longOptional?: readonly string[];
  /** Long options without a letter that take no value. */
  longFlags?: readonly string[];
  /** Words that the command also accepts but that are not GNU options (`if=FILE`, `-NUMBER`), as its help shows them. */
  others?: readonly string[];
  /** Stops at the first operand (`env`, `xargs`). */
  isStopping?: boolean;
  exitCode?: number;
}
