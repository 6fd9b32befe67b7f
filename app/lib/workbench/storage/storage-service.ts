import { numberText } from '../../i18n/number-text.ts';
import { t } from '../../i18n/t.ts';
import type { NoticeService } from '../../notices/notice-service.ts';
import type { ProjectBatches } from '../../persistence/project-batches.ts';
import type { KeptBytes } from '../../persistence/room/storage-use.ts';
import type { RuntimeService } from '../../runtime/runtime-service.ts';
import { $storageUse } from '../../stores/storage.ts';
import { $runtime } from '../../stores/workbench.ts';
import type { StorageActions } from './storage-actions.ts';
import type { StorageFacts } from './storage-reminder.ts';
import type { StorageWatch } from './storage-watch.ts';

export interface StorageServiceDependencies {
  facts: Pick<StorageFacts, 'estimate' | 'isPersisted' | 'persist'>;
  notices: Pick<NoticeService, 'guard' | 'info'>;
  watch: Pick<StorageWatch, 'look'>;
  runtime: Pick<RuntimeService, 'ready'>;
  measure(): Promise<KeptBytes>;
  batches: Pick<ProjectBatches, 'dropContents'>;
}

/** Matches the size in the output of `npm cache verify`. */
const KEPT_PACKAGES = /Content: \d[\d,]* downloads? \(([\d.]+) MB/;

/** Measures the storage usage, and clears what can be restored. */
export function createStorageService(dependencies: StorageServiceDependencies): StorageActions {
  const { facts, notices, watch, runtime, measure, batches } = dependencies;
  const npm = async (...args: string[]): Promise<string> => {
    const process = await (await runtime.ready()).runtime.spawn({ command: 'npm', args });
    const output = await textOf(process.output);
    await process.exit;
    return output;
  };
  /** Returns bytes, or null if it is unknown because no runtime is running. */
  const keptPackages = async (): Promise<number | null> => {
    const { status } = $runtime.get();
    if (status !== 'ready') return null;
    const megabytes = KEPT_PACKAGES.exec(await npm('cache', 'verify').catch(() => ''))?.[1];
    return megabytes === undefined ? null : Number(megabytes) * 1_000_000;
  };
  const measureStorage = async () => {
    await notices.guard(t('What uses the storage could not be found out'), async () => {
      const [estimate, isPersisted, kept, packages] = await Promise.all([facts.estimate(), facts.isPersisted(), measure(), keptPackages()]);
      $storageUse.set({ ...kept, packages, isPersisted, usage: estimate?.usage ?? null, quota: estimate?.quota ?? null });
    });
  };
  return {
    lookForRoom: watch.look,
    measureStorage,
    async clearCaches() {
      await notices.guard(t('The caches were not cleared'), async () => {
        await batches.dropContents();
        const before = await keptPackages();
        if (before !== null) await npm('cache', 'clean', '--force');
        notices.info(
          before === null
            ? t('Contents that nothing needs were cleared. Packages are downloaded again when they are installed.')
            : t(
                'npm’s packages ({megabytes} MB) and contents that nothing needs were cleared. Packages are downloaded again when they are installed.',
                {
                  megabytes: numberText(Math.round(before / 1_000_000)),
                },
              ),
        );
      });
      await Promise.all([measureStorage(), watch.look()]);
    },
    async keepStorage() {
      const isKept = await facts.persist();
      if (!isKept)
        notices.info(
          t(
            'This browser does not promise to keep it: some do so only for pages that are bookmarked, installed or visited often. Export what matters to you.',
          ),
        );
      await measureStorage();
    },
  };
}

async function textOf(stream: ReadableStream<string>): Promise<string> {
  let text = '';
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
  return text;
}
