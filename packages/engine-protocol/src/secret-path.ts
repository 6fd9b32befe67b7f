import { foldedName, NameTable } from './name-table.ts';
import { SECRET_TABLE } from './secret-names.ts';

/** A name with one of these endings is only an example of such a file. */
export const EXAMPLE_ENDINGS: readonly string[] = ['.example', '.sample', '.template', '.dist'];

const ENDINGS = EXAMPLE_ENDINGS.map((ending) => `\\${ending}`).join('|');
/**
 * Also matches before an extension that tells editors the format (`client_secret.example.json`), and reversed for files without a name of
 * their own (`example.env`).
 */
const EXAMPLE = new RegExp(
  `(?:${ENDINGS})(?:\\.(?:json|ya?ml|toml|ini|conf|cfg|properties|xml|plist|tfvars|env|php|rb|py|txt))?$|^(?:example|sample|template)\\.(?:env|tfvars)$`,
  'u',
);

/** A name that only matches a shape is source code if it has one of these extensions: `kubeconfig-loader.ts`. */
const SOURCE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|css|s[ac]ss|less|html?|mdx?|go|py|rb|rs|java|kt|swift|dart|php|c|cc|cpp|h|hpp|cs|snap)$/u;

const TABLE = new NameTable(SECRET_TABLE);

/** Endings that editors and users give to copies. */
export const COPY_ENDINGS: readonly string[] = ['.bak', '.old', '.orig', '.save', '.backup', '.copy', '~'];
const COPY = new RegExp(`(?:${COPY_ENDINGS.map((ending) => ending.replace('.', '\\.')).join('|')})$`, 'u');

/** Returns whether a relative or absolute path refers to a file or folder that holds keys, or something in such a folder. */
export function isSecretPath(path: string): boolean {
  const folded = foldedName(path);
  const segments = folded.split('/');
  const last = segments.at(-1) ?? '';
  const isSource = SOURCE.test(last);
  for (const [index, segment] of segments.entries()) if (isSecretName(segment, isSource && index < segments.length - 1)) return true;
  return segments.length > 1 && TABLE.ofPath(folded) !== null && !EXAMPLE.test(last);
}

/** Checks one folded segment. `holdsSource` means that it is a folder, and the path refers to source code in it. */
function isSecretName(name: string, holdsSource: boolean): boolean {
  const row = TABLE.ofName(name) ?? (COPY.test(name) ? TABLE.ofName(name.replace(COPY, '')) : null);
  if (row === null || EXAMPLE.test(name)) return false;
  if (holdsSource && !row.isTelling) return false;
  const isShape = !row.pattern.startsWith('.') && row.pattern.includes('*');
  return !(isShape && SOURCE.test(name));
}
