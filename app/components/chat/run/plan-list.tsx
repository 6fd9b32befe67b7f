import { t } from '../../../lib/i18n/t.ts';
import './plan-list.css';
import { Icon } from '../../ui/icon.tsx';
import { LongText } from '../../ui/long-text.tsx';

interface StatusLook {
  icon: string;
  className: string;
  word: () => string;
}

const STATUS_LOOK: ReadonlyMap<string, StatusLook> = new Map([
  ['completed', { icon: 'i-lucide-check', className: 'c-green', word: () => t('done') }],
  ['in_progress', { icon: 'i-lucide-circle-dot', className: 'c-accent', word: () => t('in progress') }],
  ['blocked', { icon: 'i-lucide-ban', className: 'c-red', word: () => t('blocked') }],
]);
const NOT_STARTED: StatusLook = { icon: 'i-lucide-circle', className: 'c-text-3', word: () => t('not started') };

export interface PlanItem {
  status: string;
  objective: string;
  /** How it will be done. */
  plan?: string | undefined;
  log?: string | undefined;
}

/** Subgoals and their states. They are a model's text, so they are not trusted. */
export function PlanList({ subgoals, hasDetails = false }: { subgoals: readonly PlanItem[]; hasDetails?: boolean }) {
  return (
    <ul className="plan">
      {subgoals.map((subgoal, index) => {
        const look = STATUS_LOOK.get(subgoal.status) ?? NOT_STARTED;
        const details = hasDetails ? [subgoal.plan, subgoal.log] : [];
        return (
          // The model may use an id twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the plan is the only sure identity
          <li key={index} data-status={subgoal.status}>
            <Icon name={look.icon} className={look.className} />
            <span className="min-w-0 break-words">
              <span className="visually-hidden">{look.word()}: </span>
              <LongText text={subgoal.objective} />
              {details.map((text, at) =>
                text === undefined || text === '' ? null : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the plan comes first, what was learnt second
                  <span key={at} className="text-sm block c-text-3 font-400">
                    <LongText text={text} />
                  </span>
                ),
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
