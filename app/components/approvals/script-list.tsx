import './script-list.css';
import './proposed-diff.css';
import { t } from '../../lib/i18n/t.ts';
import type { ShownScript } from '../../lib/protocol/tool-call.ts';
import { LongList } from '../ui/bounds/long-list.tsx';
import { Icon } from '../ui/icon.tsx';
import { LongText } from '../ui/long-text.tsx';
import { rich } from '../ui/text/rich.tsx';

const SINCE: Readonly<Record<NonNullable<ShownScript['changed']>['since'], () => string>> = {
  allowed: () => t('Changed since you allowed it'),
  shown: () => t('Changed since you last saw it'),
  run: () => t('Changed in this run'),
};

interface ScriptListProps {
  scripts: readonly ShownScript[];
  /** The whole command, which is shown above. */
  command: string;
}

/** Shows the content of the scripts that a command runs: `npm test → rm -rf src`. */
export function ScriptList({ scripts, command }: ScriptListProps) {
  return (
    <ul aria-label={t('What it runs')} className="line-t-1">
      {scripts.map((script) => (
        <li key={`${script.of} ${script.run}`} className="script-row">
          <p className="text-note flex flex-wrap gap-y-0 gap-x-6px c-text-3">
            <Source script={script} command={command} />
          </p>
          <LongList items={script.lines}>
            {(line, index) => (
              <pre key={index} className="text-note pl-12px whitespace-pre-wrap wrap-anywhere">
                <span className="c-text-3">{`${line.label} → `}</span>
                <LongText text={line.command} />
              </pre>
            )}
          </LongList>
          {script.changed !== undefined && <ScriptChange changed={script.changed} />}
        </li>
      ))}
    </ul>
  );
}

/** Says where a script is, or which program a name refers to. */
function Source({ script: { run, of, lines }, command }: { script: ShownScript; command: string }) {
  const places = { script: <code className="c-text-1">{run}</code>, place: <span className="mono break-anywhere">{of}</span> };
  if (run === command && lines.length > 0) return places.place;
  return lines.length === 0 ? rich('{script} runs {place}', places) : rich('{script} of {place}', places);
}

function ScriptChange({ changed }: { changed: NonNullable<ShownScript['changed']> }) {
  return (
    <div className="script-change">
      <p className="c-yellow text-sm">
        <Icon name="i-lucide-triangle-alert" size={13} /> {SINCE[changed.since]()}
      </p>
      <div className="diff">
        <LongList items={changed.lines}>
          {(line, index) => (
            <div key={index} className="diff-line script-diff-line" data-sign={line.sign}>
              <span className="diff-sign">{line.sign}</span>
              <span className="diff-text">
                <LongText text={line.text} />
              </span>
            </div>
          )}
        </LongList>
      </div>
    </div>
  );
}
