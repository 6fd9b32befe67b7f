import { BlockList, SocketAddress } from './rare/block-list.ts';
import { IntervalHistogram, RecordableHistogram } from './rare/histogram.ts';
import { MIMEParams, MIMEType } from './rare/mime-type.ts';

/** Classes of several built-in modules that few programs use. */
export const rareClasses = { MIMEType, MIMEParams, RecordableHistogram, IntervalHistogram, BlockList, SocketAddress };
