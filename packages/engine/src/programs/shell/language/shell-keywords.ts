/** The words that begin, divide or end a compound command. */
export const SHELL_KEYWORDS: ReadonlySet<string> = new Set(
  'if then else elif fi case esac for while until do done in function select time { } ! [[ ]]'.split(' '),
);
