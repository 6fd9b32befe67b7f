/**
 * Hashes what a file does and not what it says: comments, types and whitespace of a script change no test's outcome. Lint, types and the
 * tests that read sources as texts judge those, and always run.
 */
import { createHash } from 'node:crypto';
import { transformSync } from 'esbuild';

/** Scripts of the product. Those of templates, demos and fixtures are data, which a comment changes. */
const SCRIPT = /^(?:app|functions|packages\/[^/]+\/src)\/(?!.*\b(?:fixtures|projects|public)\/).*\.(tsx?|[cm]?js)$/;
/** A comment that a tool obeys. */
const OBEYED = /@vitest-|@jsx|@vite-|webpack[A-Z]|^\s*\/\/[#@] sourceMappingURL|[@#]__(?:PURE|NO_SIDE_EFFECTS|KEY|INLINE)__/m;

/** @type {import('esbuild').TransformOptions} */
const WITHOUT_COMMENTS = {
  minifyWhitespace: true,
  legalComments: 'none',
  charset: 'utf8',
  target: 'esnext',
  jsx: 'preserve',
  logLevel: 'silent',
  tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
};

/**
 * @param {string} file Its path in the repository.
 * @param {string | Uint8Array} content
 * @returns {string} Base64.
 */
export function codeHash(file, content) {
  const whole = createHash('sha256').update(content).digest('base64');
  const key = `${file}\n${whole}`;
  const known = KNOWN.get(key);
  if (known !== undefined) return known;
  const code = codeOf(file, content);
  const hash = code === null ? whole : createHash('sha256').update(code).digest('base64');
  KNOWN.set(key, hash);
  return hash;
}

/** Many parts and tests have the same sources. @type {Map<string, string>} */
const KNOWN = new Map();

/** Returns null where the whole content counts. @param {string} file @param {string | Uint8Array} content */
function codeOf(file, content) {
  const [, ending] = SCRIPT.exec(file) ?? [];
  if (ending === undefined) return null;
  const text = typeof content === 'string' ? content : Buffer.from(content).toString();
  if (OBEYED.test(text)) return null;
  try {
    return transformSync(text, { ...WITHOUT_COMMENTS, loader: loaderOf(ending) }).code;
  } catch {
    return null;
  }
}

/** @param {string} ending @returns {'ts' | 'tsx' | 'jsx'} */
function loaderOf(ending) {
  if (ending === 'tsx' || ending === 'ts') return ending;
  return 'jsx';
}
