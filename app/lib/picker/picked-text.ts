import type { PickedElement } from 'devonz-engine-protocol/page-pick';
import { quotedOutput } from '../terminal/quoted-output.ts';
import type { ElementPlace } from './place-of-element.ts';

/** Formats a place, as `src/App.tsx:12`. */
export function placeText({ file, line }: ElementPlace): string {
  return line === null ? file : `${file}:${line}`;
}

/**
 * Returns a picked element as part of a message. Only the place is verified with the project; everything else comes from the page, and is
 * in a fence that it cannot close.
 */
export function pickedText(element: PickedElement, port: number, place: ElementPlace | null): string {
  const lines = [
    `element: ${oneLine(element.name)}${element.text === '' ? '' : ` “${oneLine(element.text)}”`}`,
    `selector: ${oneLine(element.selector)}`,
    ...(element.components.length === 0 ? [] : [`components: ${element.components.map(oneLine).join(' › ')} › ${oneLine(element.name)}`]),
    ...(place === null ? [] : [`source: ${placeText(place)}`]),
  ];
  return quotedOutput(`the preview of port ${port}, the element that I picked`, lines.join('\n'));
}

/** A line break would let a page fake the following fields, such as the source. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
