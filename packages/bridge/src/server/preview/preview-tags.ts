import type { PreviewScript } from '../session/session.ts';

export const PREVIEW_PATHS = {
  /** The script that reports a page's errors. */
  errors: '/__devonz/errors.js',
  /** The script that the client has set. */
  script: '/__devonz/script.js',
  /** The path to which reports are sent. */
  report: '/__devonz/report',
} as const;

const NO_ATTRIBUTE = /[^\w./+-]/g;

/**
 * Returns the tags that each page of a preview begins with. Both scripts are files, because a page's policy allows
 * files more often than inline scripts.
 */
export function previewTags(script: PreviewScript | null): string {
  const errors = `<script src="${PREVIEW_PATHS.errors}"></script>`;
  if (script === null) return errors;
  const { type, defer, async: isAsync } = script.options;
  const attributes = [
    ...(type === undefined ? [] : [`type="${type.replace(NO_ATTRIBUTE, '')}"`]),
    ...(defer === true ? ['defer'] : []),
    ...(isAsync === true ? ['async'] : []),
  ];
  return `${errors}<script ${[...attributes, `src="${PREVIEW_PATHS.script}"`].join(' ')}></script>`;
}
