import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { SecretMask } from './mask-secrets.ts';
import { type SecretValue, secretValuesIn } from './secret-values.ts';

/** Reads the project's files. */
export interface SecretSources {
  /** Of the project's files; the same object while none comes or goes. */
  paths(): Iterable<string>;
  /** The file's text, or null if there is none. Rejects where the files cannot be reached. */
  read(path: string): Promise<Uint8Array | null>;
  /** Keys that the user entered elsewhere, such as those of servers of tools. */
  entered(): Promise<readonly SecretValue[]>;
}

const MOST_FILES = 60;
const LARGEST_FILE = 1_000_000;
/** A command may have made them a moment ago, before anybody knows of it. */
const USUAL = ['.env', '.env.local', '.env.development', '.env.production', '.dev.vars', '.npmrc'];
/** So many values that once were in a file are masked after that. */
const MOST_KNOWN = 2_000;

/**
 * Masks what the secret files hold and held: a value that was seen here once stays masked until the chat is left, so that the same text is
 * always masked in the same way.
 */
export function createSecretGuard(sources: SecretSources) {
  const contents = new Map<string, string>();
  const known = new Map<string, SecretValue>();
  let listed: { of: Iterable<string>; files: readonly string[] } | null = null;
  let made = { size: 0, mask: new SecretMask([]) };

  const files = (): readonly string[] => {
    const of = sources.paths();
    if (listed?.of !== of) listed = { of, files: [...of].filter(isSecretPath) };
    return listed.files;
  };
  const learn = (values: readonly SecretValue[]) => {
    for (const value of values) {
      const key = `${value.source}\n${value.value}`;
      if (!known.has(key) && known.size < MOST_KNOWN) known.set(key, value);
    }
  };
  const look = async (path: string) => {
    const content = await sources.read(path).catch(() => null);
    if (content === null || content.byteLength > LARGEST_FILE) return;
    const text = textOf(content);
    if (contents.get(path) === text) return;
    contents.set(path, text);
    learn(secretValuesIn(path, text));
  };
  return {
    files,
    async masker() {
      await Promise.all([...new Set([...USUAL, ...files()])].slice(0, MOST_FILES).map(look));
      learn(await sources.entered().catch(() => []));
      if (made.size !== known.size) made = { size: known.size, mask: new SecretMask([...known.values()]) };
      const { mask } = made;
      return (text: string, shown: readonly string[]) => mask.mask(text, shown);
    },
  };
}

/** A byte that is no UTF-8, in a remark in another encoding, hides nothing: programs read the file all the same. */
function textOf(content: Uint8Array): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content);
  return new TextDecoder().decode(content);
}
