import { call } from '../api/call'
import { secondsAt, wallTimeAt } from '../later/times'

/*
 * A pause of all notifications of the reader, on all devices. The server keeps its end with the settings.
 * Source: docs/protocol/notifications.md#do-not-disturb.
 */

export const pauses = ['halfHour', 'hour', 'morning'] as const
export type Pause = (typeof pauses)[number]

const minutes: Readonly<Record<Exclude<Pause, 'morning'>, number>> = { halfHour: 30, hour: 60 }
const morning = { hour: 8, minute: 0 }

/** The end of a pause that begins now. @param now Unix time @param zone the reader's, undefined: the device's */
export function endOfPause(pause: Pause, now: number, zone: string | undefined): number {
  if (pause !== 'morning') return Math.ceil(now / 60 + minutes[pause]) * 60
  const today = wallTimeAt(now, zone)
  return secondsAt({ ...today, day: today.day + 1, ...morning }, zone)
}

/** Pauses notifications until a moment; 0 ends the pause. @throws as `call` */
export async function pauseUntil(end: number): Promise<void> {
  await call('PATCH /settings', { dnd_until: end })
}
