/** Programs that only ever harm here. */
const FORMATTERS = /^(?:mkfs(?:\..+)?|fdisk|wipefs|parted)$/;
const SENDERS = new Set(['curl', 'wget', 'nc', 'ncat', 'socat', 'nslookup', 'dig', 'host']);
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'jsh', 'node', 'python', 'python3', 'perl', 'ruby']);

/** Why nobody but a person in a terminal of his own may run this; null when it is not so. `parts`: the simple commands, in order. */
export function blockOf(source: string, parts: readonly (readonly string[])[], projectRoot: string): string | null {
  if (/\S {40,}\S/.test(source)) return 'a long run of blanks hides its end';
  for (const words of parts) {
    const [program = '', ...operands] = words;
    if (FORMATTERS.test(program)) return 'it formats a disk';
    if (program === 'rm' && operands.some((word) => isWholeTree(word, projectRoot))) return 'it removes the whole project or home folder';
  }
  const programs = parts.map((words) => words[0] ?? '');
  const sends = programs.findIndex((program) => SENDERS.has(program));
  if (sends !== -1 && source.includes('|') && programs.slice(sends + 1).some((program) => SHELLS.has(program))) {
    return 'it runs a program straight from the network';
  }
  if (sends !== -1 && programs.some((program) => program === 'env' || program === 'printenv')) return 'it sends the environment out';
  if (sends !== -1 && /\.env|\.npmrc|id_rsa|\.pem/.test(source)) return 'it sends secrets out';
  return null;
}

function isWholeTree(word: string, projectRoot: string): boolean {
  const path = word.replace(/\/+\*?$/, '');
  return (
    path === '' ||
    path === '~' ||
    path === '/' ||
    path === '/*' ||
    path === projectRoot ||
    path === '$HOME' ||
    path === '..' ||
    path === '/home'
  );
}
