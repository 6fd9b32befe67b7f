import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { $models } from '../../../lib/stores/workbench.ts';
import { useActions } from '../../shell/workbench/workbench-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { useActiveModel } from '../../ui/hooks/use-active-model.ts';
import { Icon } from '../../ui/icon.tsx';

interface ModelDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/** All models that can be used now, with a search; choosing one closes it. */
export function ModelDialog({ isOpen, onOpenChange }: ModelDialogProps) {
  const settingsActions = useActions('settings');
  const modelActions = useActions('models');
  const { models, problems } = useStore($models);
  const [query, setQuery] = useState('');
  const current = useActiveModel()?.id;
  const wanted = query.trim().toLowerCase();
  const found = models.filter((model) => `${model.name} ${model.id}`.toLowerCase().includes(wanted));
  function choose(id: string) {
    settingsActions.updateSettings({ modelId: id });
    onOpenChange(false);
  }
  return (
    <DialogFrame isOpen={isOpen} onOpenChange={onOpenChange} title="Model" className="picker">
      <input
        type="search"
        className="field"
        aria-label="Search models"
        placeholder="Search models"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <ul aria-label="Models" className="picker-list scroll">
        {found.map((model) => (
          <li key={model.id}>
            <button type="button" className="picker-row focus-inset" aria-current={model.id === current} onClick={() => choose(model.id)}>
              <span className="truncate">{model.name}</span>
              <span className="mono text-sm c-text-3 truncate flex-1">{model.id}</span>
              {model.contextWindow !== undefined && (
                <span className="text-sm c-text-3 tabular">{Math.round(model.contextWindow / 1_000)}k tokens</span>
              )}
              {model.id === current && <Icon name="i-lucide-check" />}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="c-text-3 px-2 py-4">{models.length === 0 ? 'No model is listed yet.' : `No model is called “${query}”.`}</p>
      )}
      {problems.map((problem) => (
        <p key={problem.provider} className="notice-line c-yellow">
          <Icon name="i-lucide-triangle-alert" />
          {problem.provider}: {problem.message}
        </p>
      ))}
      <div className="flex items-center gap-2 pt-2">
        <p className="text-sm c-text-3 flex-1">More models appear when the server has a key for them: Settings, Models says how.</p>
        <Button size={24} onClick={() => modelActions.refreshModels()}>
          Look again
        </Button>
      </div>
    </DialogFrame>
  );
}
