import { useRouteLoaderData } from '@remix-run/react';
import { ReplayPage } from '../components/replay/replay-page.tsx';
import type { loader } from '../root.tsx';

/** The shell of the workbench is not shown on this page. */
export const handle = { isBare: true };

export default function Replay() {
  const config = useRouteLoaderData<typeof loader>('root');
  return config === undefined ? null : <ReplayPage options={config} />;
}
