import { numberText } from '../../i18n/number-text.ts';
import { plural } from '../../i18n/plural.ts';
import { t } from '../../i18n/t.ts';
import type { ProjectFacts } from '../recognise/project-facts.ts';
import { MOST_BYTES, MOST_FILES } from './import-limits.ts';
import type { LeftOutReason } from './import-source.ts';

/** A preview of an import, before anything is written. */
export interface ImportPlan {
  /** The proposed project name. */
  name: string;
  files: number;
  bytes: number;
  leftOut: readonly LeftOut[];
  /** Why the import is not possible; null if it is. */
  refusal: ImportRefusal | null;
  facts: ProjectFacts;
  /** Files that may hold keys: they are imported, but not sent to a model without asking. */
  secrets: readonly string[];
  /** The source is an exported session, which is imported as a chat. */
  isSession: boolean;
}

/** The worker has no translations: `refusalText` makes the sentence. */
export type ImportRefusal = 'empty' | 'nothing-fits' | 'too-many' | 'too-large';

/** Files that are left out for the same reason. */
export interface LeftOut {
  reason: LeftOutReason;
  files: number;
  /** The first few, named as in the source. */
  examples: readonly string[];
}

const REASONS: Record<LeftOutReason, () => string> = {
  packages: () => t('installed packages (node_modules)'),
  git: () => t('the history of git (.git)'),
  made: () => t('outputs and caches (dist, .cache, .vite)'),
  system: () => t('files of the operating system'),
  ignored: () => t('excluded by .gitignore'),
  large: () => t('larger than 10 MB'),
  name: () => t('a name that cannot be kept'),
  link: () => t('a link to a folder or to nothing, or a device'),
  outside: () => t('a link that leads out of it'),
  keys: () => t('a link to a file that may hold keys'),
  twice: () => t('a name that is there already'),
  encrypted: () => t('encrypted'),
  method: () => t('packed in a way that cannot be unpacked here'),
  damaged: () => t('damaged'),
};

export function reasonText(reason: LeftOutReason): string {
  return REASONS[reason]();
}

/** `3,412 files, 48 MB; 12 left out (excluded by .gitignore: 10, larger than 10 MB: 2)`. */
export function planText({ files, bytes, leftOut }: Pick<ImportPlan, 'files' | 'bytes' | 'leftOut'>): string {
  const taken = `${countText(files)}, ${sizeText(bytes)}`;
  if (leftOut.length === 0) return taken;
  const count = leftOut.reduce((sum, each) => sum + each.files, 0);
  const reasons = leftOut.map((each) => `${reasonText(each.reason)}: ${numberText(each.files)}`).join(', ');
  return t('{taken}; {count} left out ({reasons})', { taken, count: numberText(count), reasons });
}

export function refusalText({ refusal, files, bytes }: { refusal: ImportRefusal } & Pick<ImportPlan, 'files' | 'bytes'>): string {
  switch (refusal) {
    case 'empty':
      return t('It holds no files.');
    case 'nothing-fits':
      return t('Nothing of it can be brought in.');
    case 'too-many':
      return t('{files} are more than the {most} that a project takes. Leave out what is generated, or bring in a part of it.', {
        files: countText(files),
        most: numberText(MOST_FILES),
      });
    case 'too-large':
      return t('{size} are more than the {most} that a project takes. Leave out large files, or bring in a part of it.', {
        size: sizeText(bytes),
        most: sizeText(MOST_BYTES),
      });
  }
}

export function countText(files: number): string {
  return plural(files, { one: '{count} file', other: '{count} files' });
}

export function sizeText(bytes: number): string {
  if (bytes < 1024) return plural(bytes, { one: '{count} byte', other: '{count} bytes' });
  if (bytes < 1024 * 1024) return `${numberText(Math.round(bytes / 1024))} KB`;
  const megabytes = bytes / (1024 * 1024);
  const digits = megabytes < 10 ? 1 : 0;
  return `${numberText(megabytes, { minimumFractionDigits: digits, maximumFractionDigits: digits })} MB`;
}
