import { $activePort, type Preview } from '../../lib/stores/previews.ts';
import { $previewPaths, $returningPorts } from '../../lib/stores/window.ts';
import { type TypedAddress, typedAddress } from './typed-address.ts';

/** Shows another server's page in the same frame. */
export function showPort(port: number): void {
  $activePort.set(port);
  $returningPorts.set(null);
}

/** Navigates to the address that the user typed; returns it if it cannot be shown here. `reopen` loads the current address again. */
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
  // The page may have left the last typed address, so the same address is loaded again.
  if (port === shown.port && wanted.path === (paths.get(port) ?? '/')) reopen();
  $previewPaths.set(new Map(paths).set(port, wanted.path));
  if (port !== shown.port) showPort(port);
  return null;
}
