import { t } from '../../../../lib/i18n/t.ts';
import type { LocalKind } from '../../../../lib/protocol/models/local-endpoint.ts';

const SYSTEMS = ['mac', 'windows', 'linux'] as const;
export type System = (typeof SYSTEMS)[number];

export interface HelpLine {
  /** The environment the line is for. */
  where: string;
  /** One line, to be pasted unchanged. */
  line: string;
  /** The next step after running the line. */
  after: string;
}

/** Returns the lines that let pages of this origin read a model server's responses, those of the user's system first. */
export function corsHelp(kind: LocalKind, origin: string, system: System): readonly HelpLine[] {
  if (kind === 'lm-studio') {
    return [
      {
        where: 'LM Studio',
        line: 'lms server start --cors',
        after: t('Or in the app: Developer, Server Settings, switch on “Enable CORS”.'),
      },
    ];
  }
  if (kind === 'openai-compatible')
    return [{ where: 'vLLM', line: `vllm serve MODEL --allowed-origins '["${origin}"]'`, after: t('Start it again.') }];
  const bySystem: Readonly<Record<System, HelpLine>> = {
    mac: { where: 'macOS', line: `launchctl setenv OLLAMA_ORIGINS "${origin}"`, after: t('Then quit Ollama and open it again.') },
    windows: {
      where: 'Windows',
      line: `setx OLLAMA_ORIGINS "${origin}"`,
      after: t('Then quit Ollama by its icon near the clock, and start it again.'),
    },
    linux: {
      where: t('Linux service'),
      line: `sudo mkdir -p /etc/systemd/system/ollama.service.d && printf '[Service]\\nEnvironment="OLLAMA_ORIGINS=${origin}"\\n' | sudo tee /etc/systemd/system/ollama.service.d/origins.conf && sudo systemctl daemon-reload && sudo systemctl restart ollama`,
      after: t('Nothing else: the service starts again by itself.'),
    },
  };
  const others = SYSTEMS.filter((each) => each !== system).map((each) => bySystem[each]);
  const byHand = {
    where: t('By hand'),
    line: `OLLAMA_ORIGINS="${origin}" ollama serve`,
    after: t('Where nothing starts Ollama by itself.'),
  };
  return [bySystem[system], byHand, ...others];
}

/** Detects the system from the user agent; only the order of the lines depends on it. */
export function systemOf(userAgent: string): System {
  if (/Windows/.test(userAgent)) return 'windows';
  return /Mac OS|Macintosh/.test(userAgent) ? 'mac' : 'linux';
}
