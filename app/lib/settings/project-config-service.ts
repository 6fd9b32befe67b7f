import type { NoticeService } from '../notices/notice-service.ts';
import type { ContentHash } from '../protocol/ids.ts';
import { EMPTY_PROJECT_CONFIG } from '../protocol/project-facts/project-config.ts';
import type { AppSettings } from '../protocol/settings.ts';
import { $projectConfig } from '../stores/project-config.ts';
import { scriptsIn } from './config/package-scripts.ts';
import { type ConfigReading, PROJECT_CONFIG_PATH, readProjectConfig } from './config/project-config.ts';
import { tightenSettings } from './config/tighten-settings.ts';

export interface ProjectConfigService {
  /** Reads the changed files. Call it when files may have changed. */
  check(): void;
  /** Resolves when the files of the last check are in effect. */
  settled(): Promise<void>;
  /** Returns the user's settings as they apply in this project. */
  tighten(settings: AppSettings): AppSettings;
}

export interface ProjectConfigDependencies {
  /** The project's files, by path. */
  files(): ReadonlyMap<string, ContentHash>;
  read(hash: ContentHash): Promise<Uint8Array | null>;
  notices: Pick<NoticeService, 'error'>;
}

const PACKAGE_PATH = 'package.json';

/** Follows the project's own settings; a saved file takes effect at once. */
export function createProjectConfigService({ files, read, notices }: ProjectConfigDependencies): ProjectConfigService {
  let seen = '';
  let reading: Promise<void> = Promise.resolve();
  /** The number of the newest check; the result of an older one that ends later is ignored. */
  let serial = 0;

  const textOf = async (path: string): Promise<string | null> => {
    const hash = files().get(path);
    const content = hash === undefined ? null : await read(hash).catch(() => null); // Treated as missing; the project reports the failure itself.
    return content === null ? null : new TextDecoder().decode(content);
  };
  const load = async (own: number) => {
    const [text, packageText] = await Promise.all([textOf(PROJECT_CONFIG_PATH), textOf(PACKAGE_PATH)]);
    if (own !== serial) return;
    const found: ConfigReading = text === null ? { config: EMPTY_PROJECT_CONFIG, warnings: [] } : readProjectConfig(text);
    const known = $projectConfig.get().warnings;
    for (const warning of found.warnings) if (!known.includes(warning)) notices.error(warning);
    $projectConfig.set({ ...found, scripts: packageText === null ? [] : scriptsIn(packageText) });
  };
  return {
    check() {
      const key = `${files().get(PROJECT_CONFIG_PATH) ?? ''} ${files().get(PACKAGE_PATH) ?? ''}`;
      if (key === seen) return;
      seen = key;
      serial++;
      reading = load(serial);
    },
    settled: () => reading,
    tighten: (settings) => tightenSettings(settings, $projectConfig.get().config),
  };
}
