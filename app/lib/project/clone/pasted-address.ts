export interface PastedAddress {
  /** The address without the surrounding text. */
  address: string;
  /** The branch that the command names separately; null if it names none. */
  branch: string | null;
}

const CLONE_COMMAND = /^(?:\$ ?)?(?:git|gh repo|glab repo) clone /;
const BRANCH_OPTION = /^(?:-b|--branch)$/;
/** Options that take a value. */
const WITH_VALUE = /^(?:-[bocju]|--(?:branch|depth|origin|config|jobs|filter|reference|upload-pack|template|separate-git-dir))$/;

/** Finds the address in pasted text, which may be a whole command or may be quoted. */
export function pastedAddress(text: string): PastedAddress {
  const words = text.trim().replace(/\s+/g, ' ');
  if (!CLONE_COMMAND.test(words)) return { address: unwrapped(words), branch: null };
  const given = words.replace(CLONE_COMMAND, '').split(' ');
  const address = given.find((word, index) => !word.startsWith('-') && !WITH_VALUE.test(given[index - 1] ?? ''));
  const joined = given.find((word) => word.startsWith('--branch='))?.slice('--branch='.length);
  const after = given.findIndex((word) => BRANCH_OPTION.test(word));
  return { address: unwrapped(address ?? ''), branch: joined ?? (after === -1 ? null : (given[after + 1] ?? null)) };
}

function unwrapped(text: string): string {
  return text.replace(/^[<("'`“‘«„]+/, '').replace(/[>)"'`”’»“,;.]+$/, '');
}
