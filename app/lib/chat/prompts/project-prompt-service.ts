import { plural } from '../../i18n/plural.ts';
import { t } from '../../i18n/t.ts';
import { linkTargetOf } from '../../protocol/files/file-version.ts';
import type { ContentHash } from '../../protocol/ids.ts';
import type { ProjectPrompt } from '../../protocol/prompts/project-prompt.ts';
import { $projectPrompts } from '../../stores/project-config.ts';
import { PROMPTS_FOLDER, readProjectPrompt } from './read-project-prompt.ts';

export interface ProjectPromptDependencies {
  /** The project's files, by path. */
  files(): ReadonlyMap<string, ContentHash>;
  read(hash: ContentHash): Promise<Uint8Array | null>;
}

export interface ProjectPromptService {
  /** Must be called when files may have changed; reads those that have. */
  check(): void;
  /** Resolves when the result of the last check is known. */
  settled(): Promise<void>;
}

const MOST = 40;
/** Larger files cannot be prompts. In bytes. */
const LARGEST = 100_000;

/** Keeps the list of the open project's prompts up to date. */
export function createProjectPromptService({ files, read }: ProjectPromptDependencies): ProjectPromptService {
  let seen = '';
  let reading: Promise<void> = Promise.resolve();
  /** Number of the newest check: the result of an older one that ends later is dropped. */
  let serial = 0;

  const load = async (own: number, found: readonly (readonly [string, ContentHash])[]) => {
    const read = await Promise.all(found.slice(0, MOST).map(([path, hash]) => promptOf(path, hash)));
    if (own !== serial) return;
    const left = found.length - MOST;
    $projectPrompts.set({
      prompts: read.filter((one) => typeof one !== 'string'),
      problems: [
        ...read.filter((one) => typeof one === 'string'),
        ...(left > 0
          ? [
              plural(
                left,
                {
                  one: '{folder} has more than {most} prompts: {count} is left out.',
                  other: '{folder} has more than {most} prompts: {count} are left out.',
                },
                { folder: PROMPTS_FOLDER, most: MOST },
              ),
            ]
          : []),
      ],
    });
  };
  const promptOf = async (path: string, hash: ContentHash): Promise<ProjectPrompt | string> => {
    if (linkTargetOf(hash) !== null) return t('{path} is a symbolic link: a prompt is a file of its own.', { path });
    const content = await read(hash).catch(() => null);
    if (content === null) return t('{path} could not be read.', { path });
    if (content.byteLength > LARGEST) return t('{path} has more than {most} bytes.', { path, most: LARGEST });
    if (content.includes(0)) return t('{path} is not a text file.', { path });
    return readProjectPrompt(path, new TextDecoder().decode(content));
  };
  return {
    check() {
      const found = [...files()]
        .filter(([path]) => path.startsWith(PROMPTS_FOLDER) && path.endsWith('.md'))
        .sort(([a], [b]) => (a < b ? -1 : 1));
      const key = found.map((entry) => entry.join(' ')).join('\n');
      if (key === seen) return;
      seen = key;
      serial++;
      reading = load(serial, found);
    },
    settled: () => reading,
  };
}
