import { shortTime } from '../../texts/times'
import type { Reader } from './reader'

/** Shows times in the reader's time zone; the title holds the original timestamp. */
export function showTimes(content: ParentNode, { is24Hour }: Reader): void {
  for (const time of content.querySelectorAll('time[datetime]')) {
    const moment = time.getAttribute('datetime') ?? ''
    const milliseconds = Date.parse(moment)
    if (Number.isNaN(milliseconds)) continue
    time.textContent = shortTime(milliseconds / 1000, is24Hour)
    time.setAttribute('title', moment)
  }
}
