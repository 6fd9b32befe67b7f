import { foldedName, NameTable } from './name-table.ts';
import { SECRET_TABLE } from './secret-names.ts';

/** A name that ends so is only an example of such a file. */
export const EXAMPLE_ENDINGS: readonly string[] = ['.example', '.sample', '.template', '.dist'];

const ENDINGS = EXAMPLE_ENDINGS.map((ending) => `\\${ending}`).join('|');
/** Also before what editors take the format from (`client_secret.example.json`), and the other way about for what has no name of its own (`example.env`). */
const EXAMPLE = new RegExp(
  `(?:${ENDINGS})(?:\\.(?:json|ya?ml|toml|ini|conf|cfg|properties|xml|plist|tfvars|env|php|rb|py|txt))?$|^(?:example|sample|template)\\.(?:env|tfvars)$`,
  'u',
);

/** A name that only has such a shape is source text if it ends so: `kubeconfig-loader.ts`. */
const SOURCE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|css|s[ac]ss|less|html?|mdx?|go|py|rb|rs|java|kt|swift|dart|php|c|cc|cpp|h|hpp|cs|snap)$/u;

const TABLE = new NameTable(SECRET_TABLE);

/** Endings that editors and people give to a copy. */
export const COPY_ENDINGS: readonly string[] = ['.bak', '.old', '.orig', '.save', '.backup', '.copy', '~'];
const COPY = new RegExp(`(?:${COPY_ENDINGS.map((ending) => ending.replace('.', '\\.')).join('|')})$`, 'u');

/** Whether a path, relative or absolute, names something that holds keys, or something in a folder that does. */
export function isSecretPath(path: string): boolean {
  const folded = foldedName(path);
  const segments = folded.split('/');
  const last = segments.at(-1) ?? '';
  const isSource = SOURCE.test(last);
  for (const [index, segment] of segments.entries()) if (isSecretName(segment, isSource && index < segments.length - 1)) return true;
  return segments.length > 1 && TABLE.ofPath(folded) !== null && !EXAMPLE.test(last);
}

/** Of one segment, folded. `holdsSource`: it is a folder, and source text is what is asked about. */
function isSecretName(name: string, holdsSource: boolean): boolean {
  const row = TABLE.ofName(name) ?? (COPY.test(name) ? TABLE.ofName(name.replace(COPY, '')) : null);
  if (row === null || EXAMPLE.test(name)) return false;
  if (holdsSource && !row.isTelling) return false;
  const isShape = !row.pattern.startsWith('.') && row.pattern.includes('*');
  return !(isShape && SOURCE.test(name));
}
