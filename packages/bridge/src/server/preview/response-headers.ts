import type { IncomingMessage } from 'node:http';
import { headerPairs, isHopByHop } from './request-headers.ts';

export interface ShownBy {
  /** The pages that may frame the preview: the app's. */
  apps: readonly string[];
  /** Returns the origin of another port's preview. */
  previewOrigin(port: number): string;
  /** True if the proxy changes the body. */
  isRewritten: boolean;
}

const LOCAL_ADDRESS = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0):(\d{1,5})(?=[/?#]|$)/;

/**
 * Returns the program's headers with what a frame of an isolated page needs. Who may frame it is the app alone, whatever the program says;
 * all else of its policies stays.
 */
export function previewHeaders(
  answer: Pick<IncomingMessage, 'rawHeaders'>,
  { apps, previewOrigin, isRewritten }: ShownBy,
): [string, string][] {
  const kept = headerPairs(answer).flatMap(([name, value]): [string, string][] => {
    const lower = name.toLowerCase();
    if (isHopByHop(lower) || lower === 'x-frame-options') return [];
    if (lower === 'cross-origin-embedder-policy' || lower === 'cross-origin-resource-policy') return [];
    if (isRewritten && (lower === 'content-length' || lower === 'etag')) return [];
    if (lower === 'content-security-policy') return withoutFrameAncestors(value).map((rest) => [name, rest]);
    if (lower === 'location') return [[name, atPreview(value, previewOrigin)]];
    if (lower === 'set-cookie') return [[name, value.replace(/;\s*domain=[^;]*/gi, '')]];
    return [[name, value]];
  });
  return [
    ...kept,
    ['cross-origin-embedder-policy', 'require-corp'],
    ['cross-origin-resource-policy', 'cross-origin'],
    ['origin-agent-cluster', '?1'],
    ['content-security-policy', `frame-ancestors 'self' ${apps.join(' ')}`],
  ];
}

/** One header can hold several policies. */
function withoutFrameAncestors(value: string): string[] {
  const policies = value.split(',').map((policy) =>
    policy
      .split(';')
      .map((directive) => directive.trim())
      .filter((directive) => directive !== '' && !/^frame-ancestors(?:\s|$)/i.test(directive))
      .join('; '),
  );
  return policies.filter((policy) => policy !== '');
}

function atPreview(location: string, previewOrigin: (port: number) => string): string {
  const [address, port] = LOCAL_ADDRESS.exec(location) ?? [];
  return address === undefined ? location : previewOrigin(Number(port)) + location.slice(address.length);
}
