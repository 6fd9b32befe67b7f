import type { Place } from './place.ts';

/** Returns a machine's name, such as `ada@server`. A bridge over SSH names both in `host`, as its user wrote them. */
export function placeName({ user, host }: Pick<Place, 'user' | 'host'>): string {
  return host.includes('@') ? host : `${user}@${host}`;
}
