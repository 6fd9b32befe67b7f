import { useEffect, useRef, useState } from 'react';
import { plural } from '../../../../lib/i18n/plural.ts';
import { saidReason } from '../../../../lib/i18n/said-reason.ts';
import { t } from '../../../../lib/i18n/t.ts';
import type { ConnectionTest, GivenConnection } from '../../../../lib/protocol/models/connections.ts';
import { useActions } from '../../../page/workbench-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { visibleLines } from '../../../ui/text/visible-name.ts';

type Test = { state: 'none' } | { state: 'running' } | { state: 'ended'; result: ConnectionTest };

/** Runs tests of the form's content, one at a time. Unmounting the form cancels the test. */
export function useConnectionTest() {
  const actions = useActions('connections');
  const [test, setTest] = useState<Test>({ state: 'none' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function run(given: GivenConnection): Promise<void> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setTest({ state: 'running' });
    const result = await actions.testConnection(given, own.signal);
    if (running.current === own && !own.signal.aborted) setTest({ state: 'ended', result });
  }
  return {
    test,
    run: (given: GivenConnection) => void run(given),
    clear() {
      running.current?.abort();
      setTest({ state: 'none' });
    },
  };
}

const TITLES: Readonly<Record<Extract<ConnectionTest, { ok: false }>['kind'], () => string>> = {
  key: () => t('The key was refused.'),
  quota: () => t('There is no quota left.'),
  network: () => t('Nobody answered.'),
  blocked: () => t('This address is not allowed.'),
  address: () => t('The address is not right.'),
  other: () => t('The test failed.'),
};

interface ConnectionTestResultProps {
  test: Test;
  onTakeAddress: (baseUrl: string) => void;
}

/** The result of a test, with a choice of the model to use from now on. */
export function ConnectionTestResult({ test, onTakeAddress }: ConnectionTestResultProps) {
  return (
    <div role="status" aria-label={t('Provider test result')}>
      {test.state === 'running' && <p className="c-text-2">{t('Asking for the models, then for a word of one…')}</p>}
      {test.state === 'ended' && !test.result.ok && <Failed result={test.result} onTakeAddress={onTakeAddress} />}
      {test.state === 'ended' && test.result.ok && <Passed result={test.result} />}
    </div>
  );
}

function Failed({ result, onTakeAddress }: { result: Extract<ConnectionTest, { ok: false }>; onTakeAddress: (baseUrl: string) => void }) {
  const { kind, message, reason, baseUrl } = result;
  return (
    <>
      <p className="c-red wrap-anywhere">
        <Icon name="i-lucide-circle-x" /> {TITLES[kind]()} {visibleLines(saidReason({ why: message, reason }))}
      </p>
      {baseUrl !== undefined && (
        <div className="pt-6px">
          <Button className="wrap-anywhere" onClick={() => onTakeAddress(baseUrl)}>
            {t('Use {name}', { name: baseUrl })}
          </Button>
        </div>
      )}
    </>
  );
}

function Passed({ result }: { result: Extract<ConnectionTest, { ok: true }> }) {
  const { models, remark, reason } = result;
  return (
    <>
      <p>
        <Icon name="i-lucide-check" className="c-green" />{' '}
        {plural(models.length, { one: 'It works: {count} model.', other: 'It works: {count} models.' })}
      </p>
      {remark !== undefined && <p className="text-sm c-yellow wrap-anywhere">{visibleLines(saidReason({ why: remark, reason }))}</p>}
      <label className="flex flex-col gap-4px pt-6px">
        <span className="text-sm c-text-2">{t('Model that answers once this is saved')}</span>
        <select name="answers" className="field" defaultValue={nameOf(models[0]?.id)}>
          {models.map(({ id, name }) => (
            <option key={id} value={nameOf(id)}>
              {visibleLines(name)}
            </option>
          ))}
          <option value="">{t('The one that answers now')}</option>
        </select>
      </label>
    </>
  );
}

/** Returns the model's name without the connection id, which is unknown before saving. */
function nameOf(modelId: string | undefined): string {
  return modelId === undefined ? '' : modelId.slice(modelId.indexOf(':') + 1);
}
