import { t } from '../i18n/t.ts';
import type { NoticeService } from '../notices/notice-service.ts';
import type { BootListener, RuntimeService } from './runtime-service.ts';

const silentText = () =>
  t('The runtime has not answered for half a minute. It may come back by itself; if not, start it again with the files as last saved.');

const awayText = () =>
  t(
    'The connection to the machine is interrupted. Until it is back you can read what is here and write messages; commands and changes wait. What runs there continues, unless its bridge has ended.',
  );
const lostText = (lost: readonly string[]) => t('The connection is back. Ended meanwhile: {commands}', { commands: lost.join(', ') });

/** Notifies the user when the runtime has died or no longer answers, and offers a new one. */
export function createRuntimeNotices(notices: NoticeService, runtime: RuntimeService): BootListener {
  /** A machine is connected again by its form, which the bar above the conversation opens. */
  const startAgain = () => ({
    label: t('Start it again'),
    run: () => void notices.guard(t('The runtime could not be started'), () => runtime.restart()),
  });
  return ({ runtime: booted }) => {
    let shown: number | null = null;
    const withdraw = () => {
      if (shown !== null) notices.dismiss(shown);
      shown = null;
    };
    const show = (message: string) => {
      withdraw();
      shown = booted.host === 'machine' ? notices.error(message) : notices.error(message, startAgain());
    };
    const stop = booted.onEvent((event) => {
      if (event.type === 'ended') show(event.reason);
      else if (event.type === 'silence') event.isSilent ? show(silentText()) : withdraw();
      else if (event.type === 'connection') {
        withdraw();
        if (!event.isThere) shown = notices.error(awayText());
        else if (event.lost.length > 0) notices.info(lostText(event.lost));
      }
    });
    return () => {
      stop();
      withdraw();
    };
  };
}
