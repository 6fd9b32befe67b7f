import { t } from '../../i18n/t.ts';
import { type Hook, hookSchema } from '../../protocol/settings.ts';
import { tableOf } from './read-toml.ts';

/** A project that needs more hooks than this needs a build system. */
const MOST_HOOKS = 10;

/** Reads `[[hooks]]`. Invalid entries are skipped with a warning that names their place. */
export function readHooks(value: unknown, warn: (path: readonly string[], problem: string) => void): Hook[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    warn(['hooks'], t('“hooks” must be a list of tables, each [[hooks]]'));
    return [];
  }
  if (value.length > MOST_HOOKS) warn(['hooks', String(MOST_HOOKS)], t('only the first {most} hooks count', { most: MOST_HOOKS }));
  return value.slice(0, MOST_HOOKS).flatMap((entry: unknown, index) => {
    const table = tableOf(entry);
    const parsed = hookSchema.safeParse(table === null ? entry : Object.fromEntries(table));
    if (parsed.success) return [parsed.data];
    const [issue] = parsed.error.issues;
    const path = issue?.path.map(String) ?? [];
    const problem = issue?.message ?? '';
    warn(
      ['hooks', String(index), ...path],
      path.length === 0
        ? t('a hook does not fit: {problem}', { problem })
        : t('{field} of a hook does not fit: {problem}', { field: path.join('.'), problem }),
    );
    return [];
  });
}
