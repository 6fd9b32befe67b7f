import { t } from '../../lib/i18n/t.ts';
import { TEMPLATES } from '../../lib/templates/template-list.ts';

/** Templates to start from, each with two letters instead of a logo. */
export function TemplateList({ onChoose }: { onChoose: (name: string) => void }) {
  return (
    <section aria-labelledby="templates-heading" className="templates">
      <h2 id="templates-heading" className="side-heading">
        {t('Start from a template')}
      </h2>
      <ul aria-labelledby="templates-heading">
        {TEMPLATES.map(({ name, title, text, tile }) => (
          <li key={name}>
            <button type="button" className="template" onClick={() => onChoose(name)}>
              <span
                aria-hidden="true"
                className="flex-none w-28px h-28px rounded-1 bg-active c-text-2 [font:500_11px_/_28px_var(--font-mono)] text-center"
              >
                {tile}
              </span>
              <span className="min-w-0">
                <span className="example-title">{title}</span>
                <span className="example-text">{text()}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
