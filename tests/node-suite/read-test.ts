export interface TestNeeds {
  /** Options for `node`, from the test's `// Flags:` lines. */
  flags: string[];
  /** From its `// Env:` lines. */
  env: Record<string, string>;
  /** Why no program in a browser can ever pass it; `null` if one can. */
  notApplicable: string | null;
}

const FLAGS_LINE = /^\/\/\s+Flags:(.*)$/gm;
const ENV_LINE = /^\/\/\s+Env:(.*)$/gm;

const UNREACHABLE: readonly (readonly [RegExp, string])[] = [
  [/^--expose[-_]internals$/, "looks into Node's internals"],
  [/^--expose[-_]gc$/, 'collects garbage on demand'],
  [/^--(allow-natives-syntax|expose[-_]externalize[-_]string)$/, "uses V8's own syntax or functions"],
];
const UNREACHABLE_TEXT: readonly (readonly [RegExp, string])[] = [
  [/\binternalBinding\b|\brequire\('internal\//, "looks into Node's internals"],
  [/\bcommon\.buildType\b|\brequire\([^)]*\.node['"`]\)/, 'needs a compiled addon'],
];

/** Reads a test's requirements from its first lines. */
export function readTest(source: string): TestNeeds {
  const flags = words(source, FLAGS_LINE);
  const env = Object.fromEntries(
    words(source, ENV_LINE).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
  const byFlag = UNREACHABLE.find(([pattern]) => flags.some((flag) => pattern.test(flag)));
  const byText = UNREACHABLE_TEXT.find(([pattern]) => pattern.test(source));
  return { flags, env, notApplicable: byFlag?.[1] ?? byText?.[1] ?? null };
}

function words(source: string, line: RegExp): string[] {
  return [...source.matchAll(line)].flatMap((match) => (match[1] ?? '').trim().split(/\s+/)).filter((word) => word !== '');
}
