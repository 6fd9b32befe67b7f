import fc from 'fast-check';

/**
 * Generates shell commands with nested expansions (quotes in commands in parameters in arithmetic and so on) in arguments, assignments,
 * here-documents, `case`, `[[ ]]` and `for`. `PRELUDE` precedes each. `$'…'` is left out: in an expansion in a here-document, bash treats
 * it as text.
 */
export const PRELUDE = `f() { printf '<%s>' "$#" "$@"; }; g() { echo $#; }
x="a b"; y=" c  d "; n=1; unset u; a=(1 2 3); declare -A m; m[k]=v; m["b c"]=w; m["a b"]=z; set -- p "q r"`;

const joined = (...parts: (fc.Arbitrary<string> | string)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((texts) => texts.join(''));

const pieces = fc.letrec<{ word: string; quoted: string; pattern: string; arithmetic: string }>((tie) => ({
  word: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('w', '$x', '"$x"', '${y}', "'l m'", '"b c"', '\\ ', '""', '$n', 'a\\"b', '"$@"', '"${a[@]}"'),
    joined('"', tie('quoted'), '"'),
    joined('${u:-', tie('word'), '}'),
    joined('$(f ', tie('word'), ' ', tie('word'), ')'),
    joined('$(( ', tie('arithmetic'), ' ))'),
    joined(tie('word'), tie('word')),
    joined('${x%', tie('pattern'), '}'),
    joined('${x/', tie('pattern'), '/', tie('word'), '}'),
    joined('${a[', tie('arithmetic'), ']}'),
  ),
  // Between double quotes.
  quoted: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('q', 'r s', ' ', '$x', '${y}', '$n', '\\"', '\\$x', "'", '${a[@]}', '$*', '`f $x`'),
    joined('${u:-', tie('word'), '}'),
    joined('${x:+', tie('word'), '}'),
    joined('$(f ', tie('word'), ' ', tie('word'), ')'),
    joined('$(( ', tie('arithmetic'), ' ))'),
    joined('${x//', tie('pattern'), '/', tie('quoted'), '}'),
    joined('${x:', tie('arithmetic'), ':1}'),
    joined(tie('quoted'), tie('quoted')),
  ),
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('?', '*b', 'a', '" "', '\\*', '[ab]', '$x', '"$x"', "'b'"),
    joined('"', tie('quoted'), '"'),
  ),
  arithmetic: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('0', '1', '2', 'n', '$n', '${#x}'),
    joined(tie('arithmetic'), ' + ', tie('arithmetic')),
    joined('(', tie('arithmetic'), ')'),
    joined('$(g ', tie('word'), ' ', tie('word'), ')'),
    joined('${a[', tie('arithmetic'), ']:-1}'),
    joined('$(( ', tie('arithmetic'), ' ))'),
  ),
}));

const { word, quoted, pattern, arithmetic } = pieces;

export const expansionArbitrary: fc.Arbitrary<string> = fc.oneof(
  joined('f ', word, ' ', word),
  joined('z=', word, '; f "$z"'),
  joined('cat <<H\n', quoted, '\nH'),
  joined('case ', word, ' in ', pattern, ') echo yes;; *) echo no;; esac'),
  joined('[[ ', word, ' == ', pattern, ' ]]; echo $?'),
  joined('for i in ', word, ' ', word, '; do f "$i"; done'),
  joined('(( z = ', arithmetic, ' )); echo $z'),
);
