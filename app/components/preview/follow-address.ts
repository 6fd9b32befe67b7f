import { $activePort, type Preview } from '../../lib/stores/previews.ts';
import { $previewPaths, $returningPorts } from '../../lib/stores/window.ts';
import { type TypedAddress, typedAddress } from './typed-address.ts';

/** Another server's page in the same place. */
export function showPort(port: number): void {
  $activePort.set(port);
  $returningPorts.set(null);
}

/** Goes where the user has typed; what is not shown here comes back. `reopen`: the page's own address once more. */
export function followAddress(
  typed: string,
  shown: Preview,
  reopen: () => void,
  ports: readonly number[],
): Exclude<TypedAddress, { type: 'path' }> | null {
  const wanted = typedAddress(typed, new URL(shown.url).origin);
  if (wanted.type === 'elsewhere' || (wanted.type === 'port' && !ports.includes(wanted.port))) return wanted;
  const port = wanted.type === 'port' ? wanted.port : shown.port;
  const paths = $previewPaths.get();
  // The page may have left the address that was typed last: the same one is gone to again.
  if (port === shown.port && wanted.path === (paths.get(port) ?? '/')) reopen();
  $previewPaths.set(new Map(paths).set(port, wanted.path));
  if (port !== shown.port) showPort(port);
  return null;
}
