import { type Granted, type ProcessGrant, strictestGrant } from 'devonz-engine-protocol/process-grant';
import type { FileTouches } from './tool-call.ts';

/** The limits on a command's processes: the file access stated on its approval card or, without a card, the access that needs no approval. */
export function grantFor(touches: FileTouches, root: string): ProcessGrant {
  const absolute = (path: string): string => (path.startsWith('/') || path.startsWith('**/') ? path : `${root}/${path}`);
  const write = touches.write.map(absolute);
  const isOutside = (path: string): boolean => path.startsWith('/') && !path.startsWith(`${root}/`);
  return {
    ...strictestGrant(root),
    secrets: touches.secrets ? 'allow' : only(touches.read.map(absolute)),
    protectedWrites: touches.isAnyProtected ? 'allow' : only(write),
    outsideWrites: only(write.filter(isOutside)),
  };
}

function only(paths: readonly string[]): Granted {
  return paths.length === 0 ? 'deny' : { only: [...new Set(paths)] };
}
