import { useStore } from '@nanostores/react';
import { plural } from '../../../../lib/i18n/plural.ts';
import { t } from '../../../../lib/i18n/t.ts';
import { localProblemText } from '../../../../lib/local-models/local-problem-text.ts';
import type { LocalKind } from '../../../../lib/protocol/models/local-endpoint.ts';
import type { LookAnswer } from '../../../../lib/protocol/models/local-look.ts';
import { $localLook } from '../../../../lib/stores/local-models.ts';
import { $settings } from '../../../../lib/stores/settings.ts';
import { useActions } from '../../../page/workbench-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { LOCAL_KIND_NAMES, lookingText } from '../../../ui/text/local-look-text.ts';
import { rich } from '../../../ui/text/rich.tsx';
import { CorsHelpList } from './cors-help-list.tsx';

/** The servers that were found. None is used before the user adds it. */
export function LocalLookResult() {
  const look = useStore($localLook);
  const { localEndpoints } = useStore($settings, { keys: ['localEndpoints'] });
  if (look.status === 'not-yet') return null;
  if (look.status === 'looking') return <p role="status">{lookingText(location.protocol)}</p>;
  const found = look.found.filter(({ address }) => !localEndpoints.some((endpoint) => endpoint.address === address));
  return (
    <div role="status" aria-label={t('Found on this computer')}>
      {look.found.length === 0 && (
        <p className="c-text-2">
          {t('Nothing that serves models answers at the usual places. Start Ollama or LM Studio, then look again.')}
        </p>
      )}
      {found.length > 0 && (
        <ul className="local-list">
          {found.map((each) => (
            <FoundRow key={each.address} found={each} />
          ))}
        </ul>
      )}
    </div>
  );
}

function FoundRow({ found }: { found: LookAnswer[number] }) {
  const actions = useActions('models');
  if (found.state === 'failed') {
    const kind = kindByPort(found.address);
    const name = LOCAL_KIND_NAMES[kind]();
    return (
      <li className="local-item">
        <p className="c-yellow">{localProblemText(found.problem, { name, kind, address: found.address })}</p>
        {found.problem === 'blocked' && <CorsHelpList kind={kind} />}
      </li>
    );
  }
  const { kind, address, models } = found;
  return (
    <li className="local-item local-head">
      <p className="flex-1 min-w-0">
        {rich('{server} answers at {address}', {
          server: <span className="font-medium">{LOCAL_KIND_NAMES[kind]()}</span>,
          address: <code className="wrap-anywhere">{address}</code>,
        })}
        <span className="c-text-3"> · {plural(models, { one: '{count} model', other: '{count} models' })}</span>
      </p>
      <Button
        variant="ink"
        aria-label={t('Add {name}', { name: LOCAL_KIND_NAMES[kind]() })}
        onClick={() => actions.addLocalEndpoint(found)}
      >
        {t('Add')}
      </Button>
    </li>
  );
}

/** Guesses the kind of a server from its port, for servers that do not let the page read their responses. */
function kindByPort(address: string): LocalKind {
  const { port } = new URL(address);
  if (port === '1234') return 'lm-studio';
  return port === '11434' ? 'ollama' : 'openai-compatible';
}
