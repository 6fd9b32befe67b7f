import { useEffect, useRef, useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { McpGivenSecrets } from '../../../lib/mcp/mcp-service.ts';
import type { McpServer } from '../../../lib/protocol/mcp/mcp.ts';
import type { McpOffers } from '../../../lib/stores/mcp.ts';
import { useActions } from '../../page/workbench-context.tsx';
import { Icon } from '../../ui/icon.tsx';
import { visibleLines } from '../../ui/text/visible-name.ts';
import { offersText, viaText } from './mcp-state-text.ts';

type McpTest = { state: 'none' } | { state: 'running' } | { state: 'passed'; offers: McpOffers } | { state: 'failed'; why: string };

/** Runs tests of a server, one at a time. Unmounting the component cancels the test. */
export function useMcpTest() {
  const actions = useActions('mcp');
  const [test, setTest] = useState<McpTest>({ state: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function run(server: McpServer, secrets: McpGivenSecrets): Promise<void> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setTest({ state: 'running' });
    const outcome = await actions.testMcpServer(server, secrets, own.signal);
    if (running.current !== own || own.signal.aborted) return;
    setTest(outcome.ok ? { state: 'passed', offers: outcome.value } : { state: 'failed', why: outcome.why });
  }
  return { test, run: (server: McpServer, secrets: McpGivenSecrets) => void run(server, secrets) };
}

const MOST_NAMES = 40;

/** The result of a test. */
export function McpTestResult({ test }: { test: McpTest }) {
  return (
    <div role="status" aria-label={t('Test result')}>
      {test.state === 'running' && <p className="mcp-body c-text-2">{t('Connecting, and asking what it offers…')}</p>}
      {test.state === 'failed' && (
        <p className="mcp-body c-red mcp-why">
          <span>
            <Icon name="i-lucide-circle-x" /> {t('The test failed. {why}', { why: visibleLines(test.why) })}
          </span>
        </p>
      )}
      {test.state === 'passed' && <Passed offers={test.offers} />}
    </div>
  );
}

function Passed({ offers }: { offers: McpOffers }) {
  const { tools, remarks, serverName, via } = offers;
  const names = tools.slice(0, MOST_NAMES).map(({ name }) => visibleLines(name));
  const more = tools.length - names.length;
  return (
    <div className="mcp-body">
      <p>
        <Icon name="i-lucide-check" className="c-green" />{' '}
        {t('It works: {server}, {via}, offers {offers}.', {
          server: visibleLines(serverName),
          via: viaText(via),
          offers: offersText(offers),
        })}
      </p>
      {names.length > 0 && (
        <p className="text-sm c-text-3 mono wrap-anywhere">
          {more > 0 ? t('{names} and {more} more', { names: names.join(', '), more }) : names.join(', ')}
        </p>
      )}
      {remarks.map((remark) => (
        <p key={remark} className="text-sm c-yellow mcp-why">
          {visibleLines(remark)}
        </p>
      ))}
    </div>
  );
}
