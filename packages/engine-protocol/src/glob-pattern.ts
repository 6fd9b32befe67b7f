/** Compiles a glob (`**`, `*`, `?`, `[a-z]`, `{a,b}`) for whole paths without a leading slash. */
export function globPattern(glob: string): RegExp {
  const source = translate(glob.replace(/^\.?\//, '').replace(/\/$/, ''));
  return new RegExp(`^${source}$`, 'u');
}

function translate(glob: string): string {
  let source = '';
  let braces = 0;
  for (let at = 0; at < glob.length; at += 1) {
    const character = glob.charAt(at);
    if (glob.startsWith('**/', at)) {
      source += '(?:[^/]+/)*';
      at += 2;
    } else if (glob.startsWith('**', at)) {
      source += '.*';
      at += 1;
    } else if (character === '*') source += '[^/]*';
    else if (character === '?') source += '[^/]';
    else if (character === '[') {
      const set = /^\[(!?)([^\]/]+)\]/.exec(glob.slice(at));
      source += set === null ? '\\[' : `[${set[1] === '!' ? '^' : ''}${(set[2] ?? '').replace(/[\\\]^]/g, '\\$&')}]`;
      at += set === null ? 0 : set[0].length - 1;
    } else if (character === '{' && glob.includes('}', at)) {
      source += '(?:';
      braces += 1;
    } else if (character === ',' && braces > 0) source += '|';
    else if (character === '}' && braces > 0) {
      source += ')';
      braces -= 1;
    } else source += /[\\^$.|+(){}]/.test(character) ? `\\${character}` : character;
  }
  return source + ')'.repeat(braces);
}
