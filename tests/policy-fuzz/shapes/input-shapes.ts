import type { Writer } from './writer.ts';

/** Inputs passed through standard input, a variable or an open file, not as words. */
export const INPUT_SHAPES: readonly (readonly [weight: number, write: (writer: Writer) => string])[] = [
  [5, listed],
  [5, opened],
  [4, spliced],
  [2, linked],
];

/** File names on standard input. */
function listed(writer: Writer): string {
  const { random } = writer;
  const name = writer.plainPath();
  const zero = `${writer.program('printf')} '${name.replace(/\\/g, '')}\\0'`;
  const line = `${writer.program('echo')} ${name}`;
  return random.pick([
    () => `${zero} | ${writer.program('wc')} ${random.pick(['--files0-from=-', '--files0=-', '--files0-from -', '-c --f=-'])}`,
    () => `${zero} | ${writer.program('sort')} --files0-from=-`,
    () => `${zero} | ${writer.program('du')} --files0-from=-`,
    () => `${zero} | ${writer.program('xargs')} -0 ${writer.program('head')}`,
    () => `${line} | ${writer.program('file')} ${random.pick(['-f -', '-f-', '-bf -', '--files-from=-', '--files-f -'])}`,
    () => `${line} | ${writer.program('date')} -f -`,
    () => `${line} | ${writer.program('xargs')} ${random.pick(['', '-a - ', '-a /dev/stdin '])}${writer.program('cat')}`,
    () => `${writer.program('xargs')} ${writer.program(random.pick(['cat', 'touch', 'rev', 'rm']))} <<< ${name}`,
    () => `${writer.program('xargs')} ${writer.program('tac')} <<EOF\n${name}\nEOF`,
    () =>
      `${line} | ${writer.program('git')} ${random.pick(['hash-object --stdin-paths', 'cat-file --batch', 'add --pathspec-from-file=-', 'check-ignore --stdin', 'grep -f - .'])}`,
    () => `${writer.program('git')} cat-file --batch <<< :${name}`,
    () =>
      `${writer.program('echo')} r ${name} | ${writer.program('sed')} ${random.pick(['-f -', '-f-', '--file=-', '-f /dev/stdin', '-nf -'])} notes.txt`,
    () => `${writer.program('echo')} w ${writer.plainWritten()} | ${writer.program('sed')} -f - notes.txt`,
    () => `${writer.program('echo')} . | ${writer.program('grep')} ${random.pick(['-f -', '-hf -', '--file=-'])} ${writer.path()}`,
    () => `${writer.program('echo')} 'BEGIN{while((getline x<"${name}")>0)print x}' | ${writer.program('awk')} -f -`,
    () => `${line} | while read -r f; do ${writer.program(random.pick(['cat', 'head', 'rm', 'touch']))} "$f"; done`,
    () => `while read -r f; do ${writer.program('cat')} $f; done <<< ${name}`,
    () => `${writer.program('awk')} '{while((getline x<f)>0)print x}' f=${name} notes.txt`,
    () => `${writer.program('awk')} 1 ${random.pick(['x=1', 'FS=,', 'ARGV=2'])} ${writer.path()}`,
  ])();
}

/** Files that the shell opens. */
function opened(writer: Writer): string {
  const { random } = writer;
  const cat = writer.program('cat');
  const echo = writer.program('echo');
  return random.pick([
    () => `exec 3< ${writer.path()}; ${cat} <&3`,
    () => `${cat} <&3 3< ${writer.path()}`,
    () => `${cat} 0< ${writer.path()}`,
    () => `${cat} /dev/fd/3 3< ${writer.path()}`,
    () => `read -r line < ${writer.path()}; ${echo} "$line"`,
    () => `{ read -r line; ${echo} "$line"; } < ${writer.path()}`,
    () => `while read -r line; do ${echo} "$line"; done < ${writer.path()}`,
    () => `for line in $(${cat} ${writer.path()}); do ${echo} "$line"; done`,
    () => `${echo} "$(< ${writer.path()})"`,
    () => `mapfile -t lines < ${writer.path()}; ${echo} "\${lines[@]}"`,
    () => `${writer.program('tr')} a-z b-za < ${writer.path()}`,
    () => `${writer.program('tee')} >(${cat} > ${writer.written()}) < notes.txt`,
    () => `${echo} x | ${writer.program('tee')} -a -- ${writer.written()} > /dev/null`,
    () => `${writer.program('cp')} notes.txt{,.${random.pick(['bak', 'env', 'key'])}}`,
    () => `${writer.program('cp')} {notes.txt,${writer.plainWritten()}}`,
    () => `${writer.program('mv')} ${writer.path()} ${random.pick(['src', 'new.txt', 'dist/x', 'docs/'])}`,
    () =>
      `${writer.program('cp')} ${random.pick(['-r', '-a', '-R', '-p', '-rT', '--rec'])} ${writer.folderName()} ${random.pick(['dist/copy', 'copy', 'src/copy'])}`,
    () => `${writer.program('cat')} ${random.pick(['src', 'config', '.aws', '.ssh', '.'])}/{*,.*}`,
    () => `${writer.program('tail')} -n +1 ${random.pick(['*', '.*', '*/*', '.*/*', './*', '**', 'config/*', '[.a-z]*'])}`,
    () => `${writer.program('head')} ${random.pick(['*.*', '*[a-z]', '??*', 'c*/*', '*s*', '[!a]*', 's*.*', '*.json', '*.txt'])}`,
  ])();
}

/** Words that are assembled late, or written to look like another. */
function spliced(writer: Writer): string {
  const { random } = writer;
  const cat = writer.program('cat');
  const name = writer.plainPath();
  const [first, rest] = [name.slice(0, 2), name.slice(2)];
  return random.pick([
    () => `eval "${cat} ${first}" "${rest}"`,
    () => `eval ${cat} ${first}\\*`,
    () => `eval '${cat} '${name}`,
    () => `${cat.slice(0, 2)}\\\n${cat.slice(2)} ${first}\\\n${rest}`,
    () => `${cat} \${x:-${name}}`,
    () => `${cat} \${x-${first}}${rest}`,
    () => `x=${first}; ${cat} "\${x}${rest}"`,
    () => `${cat} ${first}$(${writer.program('echo')} ${rest})`,
    () => `${cat} $'${first}\\x${(rest.charCodeAt(0) || 97).toString(16)}${rest.slice(1)}'`,
    () => `${cat} ~+/${name}`,
    () => `${cat} "\${PWD}/${name}"`,
    () => `${cat} \${PWD%/*}/other/keys.txt`,
    () => `cd src; cd -; ${cat} ${name}`,
    () => `cd src && cd .. && ${cat} ${name.slice(0, 3)}*`,
    () => `CDPATH=.. cd other && ${cat} keys.txt`,
    () => `${writer.program('bash')} -c '${cat} "$0"' ${name}`,
    () => `${writer.program('bash')} -c '${cat} $1' x ${name}`,
    () => `${writer.program('sh')} -c "${cat} ${first}""${rest}"`,
    () => `${cat} notes.txt # ${name}\n${cat} ${name.slice(0, 4)}?*`,
    () => `true && { ${cat} ${writer.path()}; } || ${cat} ${writer.path()}`,
    () => `! ${cat} ${writer.path()} | ${writer.program('rev')}`,
    () => `${writer.program('env')} -- ${cat} ${writer.path()}`,
    () => `${writer.program('command')} -- ${writer.program('command')} ${cat} ${writer.path()}`,
    () => `${writer.program('timeout')} 1 ${writer.program('nice')} ${writer.program('env')} A=1 ${cat} ${writer.path()}`,
    () => `a="${name}" b=${first}; ${cat} \${a}`,
    () => `IFS=x; ${cat} ${name}`,
    () => `set -f; ${cat} ${writer.path()}`,
    () => `${cat} -- ${writer.path()} ${writer.path()}`,
    () => `(${cat} ${writer.path()}) 2>&1 | ${writer.program('base64')}`,
    () => `${cat} ${writer.path()} > /dev/stdout`,
    () => `${cat} ${writer.path()} >&2`,
  ])();
}

/** Paths through links of the project, which only a host that checks files can know: there are none where only the words are judged. */
function linked(writer: Writer): string {
  const { random } = writer;
  return random.pick([
    () => `${writer.program('cat')} notes-link.txt`,
    () => `${writer.program('base64')} docs/outer/.env`,
    () => `${writer.program('grep')} -rn true docs/outer`,
    () => `${writer.program('grep')} -Rn true docs/outer`,
    () => `${writer.program('touch')} docs/outer/new.txt`,
    () => `${writer.program('echo')} x > docs/hooks/pre-commit`,
    () => `${writer.program('tee')} rules-link.md < notes.txt`,
    () => `cd docs/outer && ${writer.program('cat')} .env`,
    () => `cd docs/hooks && ${writer.program('touch')} post-commit`,
    () => `${writer.program('cp')} notes-link.txt new.txt`,
    () => `${writer.program('cp')} notes.txt rules-link.md`,
    () => `${writer.program('mv')} notes.txt docs/hooks/pre-push`,
    () => `${writer.program('sed')} -i s/a/b/ rules-link.md`,
    () => `${writer.program('mkdir')} docs/hooks/x`,
    () => `${writer.program('rm')} -rf docs/outer/keys.txt`,
    () => `${writer.program('find')} -L docs -type f | ${writer.program('xargs')} ${writer.program('cat')}`,
    () => `${writer.program('head')} ${random.pick(['*-link.txt', 'docs/outer/.e*', 'docs/o*/.env'])}`,
  ])();
}
