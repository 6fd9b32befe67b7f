import { t } from '../../../lib/i18n/t.ts';
import type { LinkTarget } from '../../../lib/terminal-links/link-target.ts';
import { shortAddress } from './short-address.ts';

/** Describes the place that a link leads to. */
export function linkPlace(target: LinkTarget): string {
  if (target.type === 'elsewhere') return shortAddress(target.url);
  if (target.type === 'page') return t('Preview: {address}', { address: shortAddress(`localhost:${target.port}${target.path}`) });
  return t('Code: {place}', { place: `${shortAddress(target.path)}${target.place === null ? '' : `:${target.place.line}`}` });
}
