import { useStore } from '@nanostores/react';
import { $settings } from '../../lib/stores/settings.ts';
import { $runtime } from '../../lib/stores/workbench.ts';
import { Button } from '../ui/button.tsx';
import { runtimeName, runtimeText, runtimeTone } from '../ui/runtime-text.ts';
import { useModelName } from '../ui/use-model-name.ts';

/** The model and the runtime that the next message will use. */
export function InUse({ onOpenSettings }: { onOpenSettings: (tab: 'models' | 'runtime') => void }) {
  const modelName = useModelName();
  const runtime = useStore($runtime);
  const { runtimeHost } = useStore($settings, { keys: ['runtimeHost'] });
  return (
    <section aria-labelledby="in-use-heading">
      <h2 id="in-use-heading" className="side-heading">
        In use
      </h2>
      <dl className="in-use">
        <div>
          <dt>Model</dt>
          <dd>{modelName}</dd>
          <Button variant="ghost" size={20} aria-label="Change the model" onClick={() => onOpenSettings('models')}>
            Change
          </Button>
        </div>
        <div>
          <dt>Runtime</dt>
          <dd>
            <span>{runtimeName(runtimeHost, runtime)}</span>
            <span className="runtime-state">
              <span aria-hidden="true" className="dot" data-tone={runtimeTone(runtime)} />
              {runtimeText(runtime)}
            </span>
          </dd>
          <Button variant="ghost" size={20} aria-label="Change the runtime" onClick={() => onOpenSettings('runtime')}>
            Change
          </Button>
        </div>
      </dl>
    </section>
  );
}
