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

/** What only has the shape of such a name is source text where it ends so: `kubeconfig-loader.ts`. */
const SOURCE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|css|s[ac]ss|less|html?|mdx?|go|py|rb|rs|java|kt|swift|dart|php|c|cc|cpp|h|hpp|cs|snap)$/u;

const TABLE = new NameTable(SECRET_TABLE);

/** Whether a path, relative or absolute, names something that holds keys, or something in a folder that does. */
export function isSecretPath(path: string): boolean {
  const folded = foldedName(path);
  const segments = folded.split('/');
  if (segments.some(isSecretName)) return true;
  return segments.length > 1 && TABLE.ofPath(folded) !== null && !EXAMPLE.test(segments.at(-1) ?? '');
}

/** Of one segment, folded. */
function isSecretName(name: string): boolean {
  const row = TABLE.ofName(name);
  if (row === null || EXAMPLE.test(name)) return false;
  const isShape = !row.pattern.startsWith('.') && row.pattern.includes('*');
  return !(isShape && SOURCE.test(name));
}
