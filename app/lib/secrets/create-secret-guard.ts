import { isSecretPath } from 'devonz-engine-protocol/secret-path';
import { SecretMask } from './mask-secrets.ts';
import { type SecretValue, secretValuesIn } from './secret-values.ts';

/** Reads the project's files. */
export interface SecretSources {
  /** Returns the project's file paths; the same object as long as none is added or removed. */
  paths(): Iterable<string>;
  /** Returns the file's content, or null if there is none. Rejects if the files cannot be accessed. */
  read(path: string): Promise<Uint8Array | null>;
  /** Returns keys that the user entered elsewhere, such as those of MCP servers. */
  entered(): Promise<readonly SecretValue[]>;
}

const MOST_FILES = 60;
const LARGEST_FILE = 1_000_000;
/** Always read, because a command may have just created them before a change is reported. */
const USUAL = ['.env', '.env.local', '.env.development', '.env.production', '.dev.vars', '.npmrc'];
/** Limit of values that are remembered for masking. */
const MOST_KNOWN = 2_000;

/**
 * Masks the current and earlier values of the secret files: a value that was seen once stays masked until the chat is closed, so that the
 * same text is always masked in the same way.
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

/** Decodes leniently: an invalid UTF-8 byte, as in a comment in another encoding, does not keep programs from reading the file. */
function textOf(content: Uint8Array): string {
  const [first, second] = content;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(content);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(content);
  return new TextDecoder().decode(content);
}
